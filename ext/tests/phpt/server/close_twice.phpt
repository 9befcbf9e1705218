--TEST--
Server::close(): false, with SWOOLE_ERROR_SESSION_CLOSED, for a connection that closes already
--FILE--
<?php
require __DIR__ . '/../server.inc';
$server = start_server(<<<'PHP'
$tcp = $server->listen('127.0.0.1', 0, SWOOLE_SOCK_TCP);
$tcp->set(['open_eof_split' => true, 'package_eof' => "\n"]);
$tcp->on('receive', function ($server, $fd) {
    $server->send($fd, 'bye');
    echo json_encode([$server->close($fd), $server->exist($fd), $server->close($fd), $server->getLastError() === SWOOLE_ERROR_SESSION_CLOSED]), "\n";
});
$server->on('request', fn($request, $response) => $response->end(''));
$server->on('start', fn() => file_put_contents('php://fd/3', "$tcp->port\n"));
PHP);
$client = $server->connect();
fwrite($client, "close\n");
var_dump(stream_get_contents($client));
echo $server->stop();
?>
--EXPECT--
string(3) "bye"
[true,true,false,true]
