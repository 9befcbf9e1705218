--TEST--
Server option dispatch_func: the program chooses the worker for each packet, for connect and for close
--FILE--
<?php
require __DIR__ . '/../server.inc';
$server = start_server(<<<'PHP'
$tcp = $server->listen('127.0.0.1', 0, SWOOLE_SOCK_TCP);
$server->set(['dispatch_func' => function ($server, $fd, $type, $data) {
    if ($type === 4) return 1;
    if ($type === 3) return 2;
    if ($data === "throw\n") throw new Exception('no worker');
    return match (trim($data)) { 'drop' => -1, 'close' => -2, 'own' => -3, 'none' => 9, default => (int) $data };
}]);
$tcp->set(['open_eof_split' => true, 'package_eof' => "\n", 'package_max_length' => 4 << 20]);
$tcp->on('connect', fn($server, $fd) => print("connect $server->worker_id\n"));
$tcp->on('close', fn($server, $fd) => print("close $server->worker_id\n"));
$tcp->on('receive', function ($server, $fd, $reactor, $data) {
    $data = strlen($data) > 20 ? strlen($data) . ' ' . md5($data) : trim($data);
    $server->send($fd, "$server->worker_id got $data fd $fd\n");
});
$server->on('request', fn($request, $response) => $response->end(''));
$server->on('start', fn() => file_put_contents('php://fd/3', "$tcp->port\n"));
PHP, ['worker_num' => 3, 'start_session_id' => 4999]);
$client = $server->connect();
foreach (['0', '1', '2', '1'] as $line) {
    fwrite($client, "$line\n");
    echo fgets($client);
}
$long = '2' . str_repeat(' long', 600000) . "\n";
fwrite($client, $long);
echo fgets($client) === '2 got ' . strlen($long) . ' ' . md5($long) . " fd 5000\n" ? "long\n" : "wrong\n";
fwrite($client, "drop\nnone\nthrow\n0\n");
echo fgets($client);
fwrite($client, "own\n");
echo preg_match('~^[0-2] got own fd 5000$~', fgets($client)), "\n";

echo "in order\n";
fwrite($client, implode("\n", array_map(fn($i) => "2 $i", range(1, 2000))) . "\n");
for ($i = 1; $i <= 2000; ++$i) {
    if (fgets($client) !== "2 got 2 $i fd 5000\n") exit("wrong at $i\n");
}
fwrite($client, "close\n");
var_dump(fgets($client));
$server->until('close 2');
$said = $server->stop();
foreach (["connect 1\n", "close 2\n", 'dispatch_func returned 9; there are workers 0 to 2', 'no worker'] as $text) {
    echo trim($text), ': ', substr_count($said, $text), "\n";
}
?>
--EXPECT--
0 got 0 fd 5000
1 got 1 fd 5000
2 got 2 fd 5000
1 got 1 fd 5000
long
0 got 0 fd 5000
1
in order
bool(false)
connect 1: 1
close 2: 1
dispatch_func returned 9; there are workers 0 to 2: 1
no worker: 1
