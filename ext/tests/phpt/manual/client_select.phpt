--TEST--
Manual: swoole_client_select() waits for several clients
--FILE--
<?php
use Swoole\Client;
use Swoole\Process;

$server = stream_socket_server('tcp://127.0.0.1:0');
$port = (int) substr(strrchr(stream_socket_get_name($server, false), ':'), 1);
$process = new Process(function () use ($server) {
    $connections = [];
    for ($i = 0; $i < 3; $i++) $connections[] = stream_socket_accept($server, 30);
    foreach ($connections as $connection) fwrite($connection, strrev(fread($connection, 100)));
});
$process->start();

$clients = [];
for ($i = 0; $i < 3; $i++) {
    $client = new Client(SWOOLE_SOCK_TCP, SWOOLE_SOCK_SYNC);
    if (!$client->connect('127.0.0.1', $port, 5)) exit("connect failed\n");
    $clients[$client->sock] = $client;
}
$i = 0;
foreach ($clients as $client) $client->send('client ' . $i++);
$answers = [];
while (!empty($clients)) {
    $write = $error = [];
    $read = array_values($clients);
    if (swoole_client_select($read, $write, $error, 5.0) > 0) {
        foreach ($read as $client) {
            $answers[] = $client->recv();
            unset($clients[$client->sock]);
        }
    }
}
sort($answers);
print_r($answers);
Process::wait();
?>
--EXPECT--
Array
(
    [0] => 0 tneilc
    [1] => 1 tneilc
    [2] => 2 tneilc
)
