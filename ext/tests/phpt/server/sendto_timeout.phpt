--TEST--
Server: sendto() and send() to a unix socket whose queue is full wait for socket_send_timeout
--EXTENSIONS--
sockets
--FILE--
<?php
require __DIR__ . '/../server.inc';
$folder = sys_get_temp_dir() . '/tern-udg-' . getmypid();
mkdir($folder);
$server = start_server('$path = ' . var_export("$folder/server", true) . ';' . <<<'PHP'
$udg = $server->listen($path, 0, SWOOLE_SOCK_UNIX_DGRAM);
$udg->on('packet', function ($server, $data, $client) {
    while ($server->send($client['address'], str_repeat('x', 1000)));
    echo json_encode([$server->getLastError() === 110, $server->sendto($client['address'], 0, 'x')]), "\n";
});
$server->on('request', fn($request, $response) => $response->end(''));
PHP, ['socket_send_timeout' => 0.02]);
$client = socket_create(AF_UNIX, SOCK_DGRAM, 0);
socket_bind($client, "$folder/client");
socket_sendto($client, 'fill', 4, 0, "$folder/server");
$server->until('[');
echo $server->stop();
unset($client);
array_map('unlink', glob("$folder/*"));
rmdir($folder);
?>
--EXPECT--
[true,false]
