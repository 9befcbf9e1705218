<?php
// A client of the server that runs this page: what it receives is its own.
$client = new Swoole\Coroutine\Http\Client('127.0.0.1', (int) $_SERVER['SERVER_PORT']);
$client->upgrade('/') or die("no WebSocket: $client->errMsg");
$client->push('from a page');
$frame = $client->recv(5);
$frame->data .= '!';
echo $frame->data;
