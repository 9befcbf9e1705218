<?php
// What a handler can say with its Response. show() answers with what the calls before it returned.

require __DIR__ . '/../support/server.php';

$server = http_server();

function refused(callable $call)
{
    try {
        return $call();
    } catch (ValueError $e) {
        return false;
    }
}
function show($response, ...$values)
{
    $response->end(json_encode($values));
}
function on_($request, $response)
{
    $response->end('home');
}

function on_header($request, $response)
{
    $done = [$response->header('x-one', 'replaced'), $response->header('X-ONE', 'a'), $response->header('x-list', ['b', 'c', 3]),
        $response->header('x-Number', 42), $response->header('x-gone', 'z'), $response->header('x-gone', null),
        $response->header('x-RAW', 'kept', false), $response->setHeader('x-trimmed', "  d\t"), $response->header('x-empty', ''),
        $response->header('content-type', 'text/plain'), $response->header('server', 'mine'),
        $response->header('content-length', '3'), $response->header('transfer-encoding', 'chunked')];
    show($response, ...$done);
}
function on_splitting($request, $response)
{
    $done = [@$response->header('x-a', "b\r\nx-evil: 1"), @$response->header("x-a\r\nx-evil", '1'), @$response->header('x-a', "b\nc"),
        @$response->header('x-a', "b\0c"), @$response->header('x-a', ['b', "c\r\nx-evil: 1"]), @$response->header('', 'b'),
        @$response->header('x a', 'b'), @$response->status(200, "OK\r\nx-evil: 1"), refused(fn() => $response->cookie("a\r\nx-evil: 1", 'b')),
        refused(fn() => $response->rawcookie('a', "b\r\nx-evil: 1")), refused(fn() => $response->cookie('a', 'b', 0, "/\r\nx-evil: 1")),
        @$response->trailer('x-t', "b\r\nx-evil: 1"), @$response->redirect("/x\r\nx-evil: 1")];
    $response->header = ['X-Fine' => 'yes', "X-Evil\r\nx-evil" => '1', 'X-Other' => "1\r\nx-evil: 1"];
    $response->cookie = ["a=b\r\nx-evil: 1"];
    show($response, ...$done);
}
function on_connection_close($request, $response)
{
    $response->header('connection', 'close');
    $response->end('bye');
}
function on_cookie($request, $response)
{
    $response->cookie('plain', 'a b;c');
    $response->cookie('full', 'v', 2000000000, '/p', 'example.org', true, true, 'Lax', 'High', true);
    $response->rawcookie('raw', 'a%20b');
    $response->setCookie('gone');
    $response->setRawCookie('last', 'x', 0, '');
    $response->end();
}
function on_bad_cookies($request, $response)
{
    $calls = ['cookie' => [["a\x08", 'b'], ['a"', 'b'], ['', 'b'], ["a\x7f", 'b'], ['a', 'b', 0, "/\x08"], ['a', 'b', 0, "/\x7f"], ['a', 'b', 0, '/;x'],
        ['a', 'b', 0, '/', "e\x7fg"], ['a', 'b', 0, '/', 'e"g'], ['a', 'b', 0, '/', '', false, false, "Lax\x08"], ['a', 'b', 0, '/', '', false, false, 'Lux'],
        ['a', 'b', 0, '/', '', false, false, '', 'Higher']], 'rawcookie' => [['a', "b\x08"], ['a', 'b"'], ['a', 'b c'], ['a', 'b\\c'], ['a', "\xff"]]];
    $found = [];
    foreach ($calls as $method => $lists) {
        foreach ($lists as $list) {
            try {
                $response->$method(...$list);
                $found[] = 'taken';
            } catch (ValueError $e) {
                $found[] = strstr($e->getMessage(), '($');
            }
        }
    }
    $response->cookie('list[1]', "\x08", 0, '/a b,c', '.example.org', false, false, 'none', 'low');
    $response->rawcookie('quoted', '"b"');
    show($response, ...$found);
}
function on_length($request, $response)
{
    $query = $request->get;
    if (isset($query['status'])) {
        $response->status((int) $query['status']);
    }
    foreach ((array) ($query['length'] ?? []) as $length) {
        $lengths[] = $length;
    }
    if (isset($lengths)) {
        $response->header('content-length', $lengths);
    }
    if (isset($query['write'])) {
        $response->write($query['write']);
    }
    $response->end($query['end'] ?? null);
}
function on_connection($request, $response)
{
    $response->header('connection', $request->get['say']);
    $response->end('said');
}
function on_status($request, $response)
{
    $done = isset($request->get['reason']) ? $response->status($request->get['code'], $request->get['reason'])
        : @$response->status($request->get['code']);
    $response->end($done ? 'yes' : 'no');
}
function on_write($request, $response)
{
    foreach (['one', 'two', '', 'three'] as $piece) {
        $response->write($piece);
    }
    $response->end('end');
}
function on_write_only($request, $response)
{
    $response->write('only');
}
function on_trailer($request, $response)
{
    $response->trailer('x-sum', '42');
    $response->header('trailer', 'x-sum');
    $response->write('body');
    $response->trailer('x-late', 'yes');
    $response->end();
}
function on_trailer_end($request, $response)
{
    $response->trailer('x-sum', '42');
    $response->end('body');
}
$written = 0;
function on_flood($request, $response)
{
    global $written;
    for ($written = 0; $written < 20; ++$written) {
        if (!$response->write(str_repeat(chr(65 + $written), 1 << 20))) {
            break;
        }
        if ($written === 0) {
            note('FLOWS');
        }
    }
    $response->end();
    note('FLOWED', (string) $written);
}
function on_progress($request, $response)
{
    $response->end((string) $GLOBALS['written']);
}
function on_large($request, $response)
{
    mt_srand(7);
    $response->end(str_repeat(sha1('x', true), 1 << 18));
}
function on_redirect($request, $response)
{
    $response->redirect($request->get['to'], (int) ($request->get['code'] ?? 302));
}
function on_sendfile($request, $response)
{
    $query = $request->get;
    $done = @$response->sendfile($query['file'], (int) ($query['offset'] ?? 0), (int) ($query['length'] ?? 0));
    if (!$done) {
        show($response, $done, swoole_last_error() > 0, $response->isWritable());
    }
}
function on_sendfile_typed($request, $response)
{
    $response->status(206);
    $response->header('content-type', 'x/y');
    $response->sendfile($request->get['file'], 1, 2);
}
function on_detach($request, $response)
{
    $response->header('x-before', 'no');
    note(
        'DETACHED',
        (string) $request->fd,
        var_export($response->detach(), true),
        var_export($response->isWritable(), true),
        var_export(@$response->end('x'), true),
    );
}
function on_finish($request, $response, $server)
{
    $other = $request->get['how'] === 'fd' ? Swoole\Http\Response::create((int) $request->get['fd'])
        : Swoole\Http\Response::create($server, (int) $request->get['fd']);
    if ($other === false) {
        return show($response, false);
    }
    $other->header('x-from', 'another');
    show($response, $other->end('finished'), $other->isWritable());
}
function on_misuse($request, $response)
{
    $before = $response->isWritable();
    $response->end('once');
    note('AFTER', json_encode([$before, $response->isWritable(), $response->end('x'), $response->write('x'), $response->header('a', 'b'),
        $response->status(404), $response->cookie('a', 'b'), $response->sendfile('/etc/passwd'), $response->redirect('/'),
        $response->detach()]));
}
function on_misuse_after_write($request, $response)
{
    $response->write('x');
    $done = [@$response->header('a', 'b'), @$response->status(404), @$response->cookie('a', 'b'), @$response->sendfile('/etc/hostname')];
    $response->end(json_encode($done));
}
function on_close($request, $response)
{
    note('CLOSED', var_export($response->close(), true));
}
function on_kept($request, $response)
{
    $GLOBALS['kept'] = $response;
}
function on_answer_kept($request, $response)
{
    show($response, $GLOBALS['kept']->end('later'));
    unset($GLOBALS['kept']);
}

$server->on('request', by_path($server));
run();
