--TEST--
The manual's server with many ports: TCP, UDP, a unix socket and HTTP in one program
--FILE--
<?php
require __DIR__ . '/server_program.inc';
$path = tempnam(sys_get_temp_dir(), 'tern-unix-');
unlink($path);
$program = start_program(function () use ($path) {
    $server = new Swoole\Http\Server('127.0.0.1', 0, SWOOLE_BASE);
    $server->set(['worker_num' => 1]);
    $server->on('request', function ($request, $response) {
        $response->end("HTTP {$request->server['request_uri']}\n");
    });
    $lines = $server->listen('127.0.0.1', 0, SWOOLE_SOCK_TCP);
    $lines->set(['open_eof_split' => true, 'package_eof' => "\n"]);
    $lines->on('receive', function (Swoole\Server $server, int $fd, int $reactorId, string $data) {
        $server->send($fd, 'TCP ' . $data);
        $server->close($fd);
    });
    $datagrams = $server->addListener('127.0.0.1', 0, SWOOLE_SOCK_UDP);
    $datagrams->on('packet', function (Swoole\Server $server, string $data, array $client) {
        $server->sendto($client['address'], $client['port'], "UDP $data\n");
    });
    $local = $server->listen($path, 0, SWOOLE_SOCK_UNIX_STREAM);
    $local->set(['open_http_protocol' => false]);
    $local->on('connect', fn () => print "unix: connect\n");
    $local->on('receive', function (Swoole\Server $server, int $fd, int $reactorId, string $data) {
        $server->send($fd, "UNIX $data");
        $server->close($fd);
    });
    var_dump(count($server->ports), $server->ports[1] instanceof Swoole\Server\Port, $server->ports[0]->type === SWOOLE_SOCK_TCP);
    return $server;
});
echo $program->get('/index');
echo $program->say("hello\n", 1);
$client = open_client("udp://127.0.0.1:{$program->ports[2]}");
fwrite($client, 'hello');
echo fread($client, 100);
$client = open_client("unix://$path");
fwrite($client, "hello\n");
echo stream_get_contents($client);
$program->stop();
var_dump(file_exists($path));
?>
--EXPECT--
int(4)
bool(true)
bool(true)
HTTP /index
TCP hello
UDP hello
unix: connect
UNIX hello
bool(false)
