<?php
// Answers in pieces.

require __DIR__ . '/../support/server.php';

$server = http_server();

function on_($request, $response)
{
    $response->end('home');
}
function on_pieces($request, $response)
{
    $response->status((int) ($request->get['status'] ?? 200));
    $response->write('one ');
    $response->write('two');
    $response->end();
}
function on_trailers($request, $response)
{
    $done = [$response->trailer('x-sum', '42'), @$response->trailer('Content-Length', '1'), @$response->trailer('set-cookie', 'a=b'),
        @$response->trailer('transfer-encoding', 'x'), @$response->trailer('Trailer', 'x'), $response->trailer('x-more', 'yes')];
    $response->trailer = $response->trailer + ['Content-Type' => 'evil/evil', "bad name" => 'x'];
    if (isset($request->get['write'])) {
        $response->write('body ');
    }
    $response->trailer('x-late', 'too');
    $response->end(json_encode($done));
}
function on_end_elsewhere($request, $response)
{
    Swoole\Coroutine::create(function () use ($response) {
        note('WAITS');
        $done = $response->write(str_repeat('x', 4 << 20));
        note('WROTE', json_encode([$done, $response->isWritable()]));
    });
    note('ENDED', json_encode($response->end('end')));
}
$written = 0;
function on_flood($request, $response)
{
    global $written;
    $piece = str_repeat('x', 1 << 20);
    for ($written = 0; $written < 200 && $response->write($piece); ++$written) {
        if ($written === 0) {
            note('FLOWS');
        }
    }
    note('FLOWED', (string) $written);
}
function on_written($request, $response)
{
    $response->end((string) $GLOBALS['written']);
}

$server->on('request', by_path($server));
run();
