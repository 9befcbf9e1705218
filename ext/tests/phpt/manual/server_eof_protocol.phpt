--TEST--
The manual's packets with an end: open_eof_split
--FILE--
<?php
require __DIR__ . '/server_program.inc';
$program = start_program(function () {
    $server = new Swoole\Server('127.0.0.1', 0);
    $server->set([
        'worker_num' => 1,
        'open_eof_check' => true,
        'open_eof_split' => true,
        'package_eof' => "\r\n",
        'package_max_length' => 1024 * 1024 * 2,
    ]);
    $server->on('receive', function (Swoole\Server $server, int $fd, int $reactorId, string $data) {
        var_dump($data);
        if (trim($data) === 'end') $server->close($fd);
    });
    return $server;
});
$client = $program->connect();
foreach (["one\r", "\ntwo\r\nthr", "ee\r\nend\r\n"] as $piece) fwrite($client, $piece);
var_dump(stream_get_contents($client));
$program->stop();
?>
--EXPECT--
string(5) "one
"
string(5) "two
"
string(7) "three
"
string(5) "end
"
string(0) ""
