--TEST--
Server: a port's own socket_buffer_size decides where write() waits
--FILE--
<?php
require __DIR__ . '/../server.inc';
$server = start_server(<<<'PHP'
$server->ports[0]->set(['socket_buffer_size' => 32 << 20]);
$server->on('request', function ($request, $response) {
    $response->write(str_repeat('x', 16 << 20));
    echo "16 MB are written\n";
    $response->write(str_repeat('x', 16 << 20));
    echo "the client has gone\n";
});
PHP);
$connection = $server->connect();
fwrite($connection, request('/'));
$server->until('written');
fclose($connection);
echo $server->stop();
?>
--EXPECT--
16 MB are written
the client has gone
