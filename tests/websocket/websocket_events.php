<?php
// Messages that begin with the name of a function call it: "wait a" calls on_wait(). Others come back.

use Swoole\WebSocket\{CloseFrame, Frame};

require __DIR__ . '/../support/server.php';

$server = websocket_server();

$gates = [];
$server->on('open', function ($server, $request) {
    note('OPEN', (string) $request->fd, $request->server['request_uri']);
});
$server->on('close', function ($server, $fd) {
    note('CLOSE', "$fd", json_encode($server->isEstablished($fd)));
});
$server->on('message', function ($server, $frame) {
    [$verb, $rest] = explode(' ', $frame->data, 2) + [1 => ''];
    $function = "on_$verb";
    function_exists($function) ? $function($server, $frame, $rest) : $server->push($frame->fd, $frame->data, $frame->opcode);
});
function on_show($server, $frame)
{
    $server->push($frame->fd, json_encode([get_class($frame), $frame->fd, $frame->data, $frame->opcode, $frame->flags, $frame->finish]));
}
function on_throw()
{
    throw new Exception('thrown in message');
}
function on_exit()
{
    echo "said before exit\n";
    exit('and at exit');
}
function on_note($server, $frame, $text)
{
    note('NOTE', $text);
}
function on_wait($server, $frame, $name)
{
    note('WAITS', $name);
    $GLOBALS['gates'][$name] = $gate = new Swoole\Coroutine\Channel(1);
    $gate->pop();
    $server->push($frame->fd, "waited $name");
}
function on_go($server, $frame, $name)
{
    $GLOBALS['gates'][$name]->push(1);
}
function on_close($server, $frame)
{
    $server->close($frame->fd);
}
function on_disconnect($server, $frame, $rest)
{
    [$code, $reason] = explode(' ', $rest, 2);
    $server->push($frame->fd, json_encode($server->disconnect($frame->fd, (int) $code, $reason)));
}
function on_ping($server, $frame)
{
    $server->push($frame->fd, json_encode($server->ping($frame->fd, 'are you there')));
}
function on_attempt($server, $frame, $code)
{
    $warnings = [];
    set_error_handler(function ($level, $text) use (&$warnings) {
        $warnings[] = $text;
        return true;
    });
    $result = eval("return $code;");
    $error = swoole_last_error();
    restore_error_handler();
    $server->push($frame->fd, json_encode([$result, $result === false ? $error : 0, $warnings]));
}
function on_fragments($server, $frame)
{
    $server->push($frame->fd, 'one ', WEBSOCKET_OPCODE_TEXT, false);
    $server->push($frame->fd, 'two ', WEBSOCKET_OPCODE_CONTINUATION, 0);
    $server->push($frame->fd, 'three', WEBSOCKET_OPCODE_CONTINUATION, SWOOLE_WEBSOCKET_FLAG_FIN);
}
function on_objects($server, $frame)
{
    $text = new Frame();
    $text->data = 'an object';
    $server->push($frame->fd, $text, WEBSOCKET_OPCODE_BINARY);
    $text->opcode = WEBSOCKET_OPCODE_BINARY;
    $text->finish = true;
    $server->push($frame->fd, $text);
    $close = new CloseFrame();
    $close->code = 4321;
    $close->reason = 'by object';
    $server->push($frame->fd, $close);
}
function on_slow($server, $frame, $name)
{
    note('BEGIN', $name);
    Swoole\Coroutine::sleep(0.001);
    note('END', $name);
    $server->push($frame->fd, $name);
}
function on_status($server, $frame)
{
    $server->push($frame->fd, json_encode([$server->getClientInfo($frame->fd)['websocket_status'], $server->isEstablished($frame->fd)]));
}

$server->on('request', function ($request, $response) use ($server) {
    if ($request->server['path_info'] === '/status') {
        return $response->end(json_encode([$server->getClientInfo($request->fd)['websocket_status'], $server->isEstablished($request->fd), $server->push($request->fd, 'x'), swoole_last_error()]));
    }
    $response->end('plain');
});
run();
