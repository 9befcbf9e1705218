--TEST--
Server option dispatch_func: the program chooses the worker for each datagram
--FILE--
<?php
require __DIR__ . '/../server.inc';
$server = start_server(<<<'PHP'
$udp = $server->listen('127.0.0.1', 0, SWOOLE_SOCK_UDP);
$server->set(['dispatch_func' => function ($server, $fd, $type, $data) {
    if ($type !== 1 || $fd !== unpack('L', "\x7f\0\0\x01")[1]) throw new Exception("type $type, address $fd");
    return match ($data) { 'drop' => -1, 'close' => -2, 'own' => -3, default => (int) $data };
}]);
$udp->on('packet', function ($server, $data, $client) {
    $data = strlen($data) > 20 ? strlen($data) . ' ' . md5($data) : $data;
    $server->sendto($client['address'], $client['port'], "$server->worker_id got $data", $client['server_socket']);
});
$server->on('request', fn($request, $response) => $response->end(''));
$server->on('start', fn() => file_put_contents('php://fd/3', "$udp->port\n"));
PHP, ['worker_num' => 3]);
$client = stream_socket_client("udp://127.0.0.1:$server->port");
stream_set_timeout($client, 30);
foreach (['0', '1', '2', '1'] as $data) {
    fwrite($client, $data);
    echo fread($client, 100), "\n";
}
$long = '2' . str_repeat(' long', 10000);
fwrite($client, $long);
echo fread($client, 100) === '2 got ' . strlen($long) . ' ' . md5($long) ? "long\n" : "wrong\n";
fwrite($client, 'drop');
fwrite($client, 'close');
fwrite($client, 'own');
echo preg_match('~^[0-2] got own$~', fread($client, 100)), "\n";
echo $server->stop();
?>
--EXPECT--
0 got 0
1 got 1
2 got 2
1 got 1
long
1
