--TEST--
The manual's MQTT server: open_mqtt_protocol delivers whole packets
--FILE--
<?php
require __DIR__ . '/server_program.inc';
$program = start_program(function () {
    $server = new Swoole\Server('127.0.0.1', 0, SWOOLE_BASE);
    $server->set(['open_mqtt_protocol' => 1, 'worker_num' => 1]);
    $server->on('connect', fn ($server, $fd) => print "client\n");
    $server->on('receive', function ($server, $fd, $reactorId, $data) {
        $type = ord($data[0]) >> 4;
        echo "type $type, ", strlen($data), " bytes\n";
        if ($type === 1) $server->send($fd, "\x20\x02\x00\x00");
        if ($type === 14) $server->close($fd);
    });
    $server->on('close', fn ($server, $fd) => print "closed\n");
    return $server;
});
$client = $program->connect();
$connect = "\x10\x10\x00\x04MQTT\x04\x02\x00\x3c\x00\x04tern";
fwrite($client, substr($connect, 0, 5));
fwrite($client, substr($connect, 5));
$answer = bin2hex(fread($client, 4));
fwrite($client, "\x30\x07\x00\x03a/bhi\xe0\x00");
stream_get_contents($client);
$program->stop();
echo "$answer\n";
?>
--EXPECT--
client
type 1, 18 bytes
type 3, 9 bytes
type 14, 2 bytes
closed
20020000
