--TEST--
The manual's UDP server: packet and sendto()
--FILE--
<?php
require __DIR__ . '/server_program.inc';
$program = start_program(function () {
    $server = new Swoole\Server('127.0.0.1', 0, SWOOLE_PROCESS, SWOOLE_SOCK_UDP);
    $server->set(['worker_num' => 1]);
    $server->on('Packet', function ($server, $data, $clientInfo) {
        ksort($clientInfo);
        echo implode(' ', array_keys($clientInfo)), "\n";
        var_dump($clientInfo['address'], $clientInfo['server_port'] === $server->port, is_float($clientInfo['dispatch_time']));
        var_dump($server->sendto($clientInfo['address'], $clientInfo['port'], "Server: $data", $clientInfo['server_socket']));
        var_dump($server->sendto($clientInfo['address'], $clientInfo['port'], 'once more'));
    });
    return $server;
});
$client = open_client("udp://127.0.0.1:{$program->ports[0]}");
fwrite($client, 'hello');
$answers = [fread($client, 65536), fread($client, 65536)];
$program->stop();
echo implode("\n", $answers), "\n";
?>
--EXPECT--
address dispatch_time port server_port server_socket
string(9) "127.0.0.1"
bool(true)
bool(true)
bool(true)
bool(true)
Server: hello
once more
