<?php
// Interim answers.

use Tern\Http\Response as Streams;

require __DIR__ . '/../support/server.php';

$server = http_server();

ignore_user_abort(false);
function on_($request, $response)
{
    $response->end('home');
}
function on_hints($request, $response)
{
    $done = [Streams::earlyHints($response, ['</a.css>; rel=preload; as=style', '</b.js>; rel=preload; as=script']),
        Streams::informational($response, 102), Streams::informational($response, 199, ['x-a' => 'b', 'Link' => ['c', 'd']])];
    note('HINTED');
    $GLOBALS['gate'] = new Swoole\Coroutine\Channel(1);
    if (isset($request->get['wait'])) {
        $GLOBALS['gate']->pop();
    }
    $response->header('x-final', 'yes');
    $response->end(json_encode($done));
}
function on_go($request, $response)
{
    $GLOBALS['gate']->push(1);
    $response->end('went');
}
function on_streaming($request, $response)
{
    $response->write('a');
    note('INFORMED', json_encode([@Streams::informational($response, 102), swoole_last_error()]));
    $response->end();
    note('INFORMED', json_encode([@Streams::earlyHints($response, ['x']), swoole_last_error()]));
}
function on_old($request, $response)
{
    $done = Streams::earlyHints($response, ['x']);
    $response->end(json_encode([$done, swoole_last_error()]));
}
function on_gone($request, $response)
{
    note('WAITS');
    try {
        Swoole\Coroutine::yield();
    } finally {
        note('INFORMED', json_encode([Streams::earlyHints($response, ['x']), swoole_last_error()]));
    }
}
function on_flood($request, $response)
{
    $hints = [str_repeat('x', 16000)];
    for ($count = 0; Streams::earlyHints($response, $hints); ++$count);
    note('FLOODED', (string) $count, (string) swoole_last_error());
    $response->end('over');
}

$server->on('request', by_path($server));
run();
