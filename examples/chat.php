<?php
// A chat with rooms, over TLS and HTTP/2: page and WebSocket share one connection where the browser can (RFC 8441).
//   https://127.0.0.1:9501/ in two windows; a room has a name of its own: https://127.0.0.1:9501/#garden
// The certificate is made when the server starts, for development: the browser warns, curl wants -k.
use Swoole\Http\Request;
use Swoole\Http\Response;
use Swoole\WebSocket\Frame;
use Swoole\WebSocket\Server;
use Tern\WebSocket\Rooms;

const PAGE = <<<'HTML'
<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Chat</title><link rel="icon" href="data:,">
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 40rem; margin: 2rem auto; padding: 0 1rem; color: #1c2733 }
header { display: flex; justify-content: space-between; border-bottom: 1px solid #ccd5de }
h1 { font-size: 1.3rem; margin: .3rem 0 }
#said { list-style: none; padding: 0; min-height: 12rem }
#said b { color: #14618f } #said .note { color: #71808f; font-style: italic }
form { display: flex; gap: .5rem } input { font: inherit; padding: .3rem .5rem } input[name=text] { flex: 1 }
button { font: inherit; padding: .3rem 1rem }
</style>
<header><h1 id="room"></h1><p><span id="members">0</span> here, <span id="state">connecting</span></p></header>
<ul id="said"></ul>
<form><input name="name" size="10" maxlength="30" aria-label="your name" required>
<input name="text" maxlength="1000" autocomplete="off" aria-label="what you say" required><button>Say</button></form>
<script>
const at = (selector) => document.querySelector(selector);
const room = decodeURIComponent(location.hash.slice(1)) || 'lobby';
const form = at('form');
let socket;

function show(text, name) {
    const line = document.createElement('li');
    if (name === undefined) {
        line.className = 'note';
    } else {
        line.append(Object.assign(document.createElement('b'), {textContent: name}), ': ');
    }
    line.append(text);
    at('#said').append(line);
}

function connect() {
    const name = encodeURIComponent(form.name.value);
    socket = new WebSocket(`wss://${location.host}/chat?room=${encodeURIComponent(room)}&name=${name}`, 'chat');
    socket.onopen = () => at('#state').textContent = 'connected';
    socket.onmessage = ({data}) => {
        const news = JSON.parse(data);
        if (news.members !== undefined) at('#members').textContent = news.members;
        if (news.text !== undefined) show(news.text, news.name);
    };
    socket.onclose = () => {
        at('#state').textContent = 'connecting';
        setTimeout(connect, 1000 + 1000 * Math.random());
    };
}

at('#room').textContent = room;
form.name.value = 'guest' + Math.floor(1000 * Math.random());
form.onsubmit = (event) => {
    event.preventDefault();
    socket.send(JSON.stringify({name: form.name.value, text: form.text.value}));
    form.text.value = '';
};
addEventListener('hashchange', () => location.reload());
connect();
</script>
</html>
HTML;

$server = new Server('127.0.0.1', 9501, SWOOLE_BASE, SWOOLE_SOCK_TCP | SWOOLE_SSL);
$server->set([
    'worker_num' => 2,
    'tls' => 'self-signed',
    'open_http2_protocol' => true,
    'websocket_subprotocol' => 'chat',
    'websocket_compression' => true,
    'package_max_length' => 64 * 1024,
]);
$rooms = new Rooms($server);
$roomOf = [];  // by connection, whose events are all the same worker's

/** What a client may call itself, or a room. */
function cleaned(mixed $name, string $else): string
{
    return is_string($name) && preg_match('/\S.{0,29}/su', $name, $found) === 1 ? $found[0] : $else;
}

$server->on('request', function (Request $request, Response $response) {
    if ($request->server['path_info'] !== '/') {
        $response->status(404);
        return $response->end();
    }
    $response->header('Content-Security-Policy', "default-src 'self' 'unsafe-inline'; img-src data:");
    $response->end(PAGE);
});

$server->on('open', function (Server $server, Request $request) use ($rooms, &$roomOf) {
    $roomOf[$request->fd] = $room = cleaned($request->get['room'] ?? null, 'lobby');
    $rooms->join($request->fd, $room);
    $rooms->broadcast($room, json_encode([
        'members' => $rooms->count($room),
        'text' => cleaned($request->get['name'] ?? null, 'somebody') . ' has come',
    ], JSON_THROW_ON_ERROR));
});

$server->on('message', function (Server $server, Frame $frame) use ($rooms, &$roomOf) {
    $said = json_decode($frame->data, true);
    if (!is_array($said) || !is_string($said['text'] ?? null)) {
        return $server->disconnect($frame->fd, SWOOLE_WEBSOCKET_CLOSE_DATA_ERROR, 'that is no message');
    }
    $name = cleaned($said['name'] ?? null, 'somebody');
    $rooms->broadcast($roomOf[$frame->fd], json_encode(['name' => $name, 'text' => $said['text']], JSON_THROW_ON_ERROR));
});

$server->on('close', function (Server $server, int $fd) use ($rooms, &$roomOf) {
    $room = $roomOf[$fd] ?? null;
    unset($roomOf[$fd]);
    if ($room !== null) {  // it has left the room, and was a WebSocket
        $rooms->broadcast($room, json_encode(['members' => $rooms->count($room), 'text' => 'somebody has left'], JSON_THROW_ON_ERROR));
    }
});

$server->start();
