--TEST--
The manual's server on unix sockets: streams, and datagrams that are answered by their path
--FILE--
<?php
require __DIR__ . '/server_program.inc';
$base = tempnam(sys_get_temp_dir(), 'tern-unix-');
$program = start_program(function () use ($base) {
    $server = new Swoole\Server("$base.stream", 0, SWOOLE_BASE, SWOOLE_SOCK_UNIX_STREAM);
    $server->set(['worker_num' => 1]);
    $server->on('receive', function (Swoole\Server $server, int $fd, int $reactorId, string $data) {
        $server->send($fd, strtoupper($data));
        $server->close($fd);
    });
    $port = $server->listen("$base.dgram", 0, SWOOLE_SOCK_UNIX_DGRAM);
    $port->on('packet', function (Swoole\Server $server, string $data, array $client) use ($base) {
        var_dump($client['address'] === "$base.client");
        $server->send($client['address'], strrev($data));
    });
    return $server;
});
$client = open_client("unix://$base.stream");
fwrite($client, 'stream');
echo stream_get_contents($client), "\n";
$socket = new Swoole\Client(SWOOLE_SOCK_UNIX_DGRAM);
$socket->set(['bind_address' => "$base.client"]);
$socket->connect("$base.dgram", 0, 30);
$socket->send('datagram');
echo $socket->recv(), "\n";
$program->stop();
foreach (glob("$base*") as $file) unlink($file);
?>
--EXPECT--
STREAM
bool(true)
margatad
