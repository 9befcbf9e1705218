--TEST--
The manual's packets with a length: a header of pack('N'), and package_length_func
--FILE--
<?php
require __DIR__ . '/server_program.inc';
$program = start_program(function () {
    $server = new Swoole\Server('127.0.0.1', 0, SWOOLE_BASE);
    $server->set([
        'worker_num' => 1,
        'log_file' => '/dev/null',
        'open_length_check' => true,
        'package_max_length' => 81920,
        'package_length_type' => 'N',
        'package_length_offset' => 8,
        'package_body_offset' => 16,
    ]);
    $server->on('receive', function (Swoole\Server $server, int $fd, int $reactorId, string $data) {
        $head = unpack('Ntype/Nuid/Nlength/Nserial', $data);
        echo json_encode($head), ' ', substr($data, 16), "\n";
        $server->send($fd, pack('N', 3) . 'yes');
    });
    $texts = $server->listen('127.0.0.1', 0, SWOOLE_SOCK_TCP);
    $texts->set([
        'open_length_check' => true,
        'package_length_func' => function (string $data) {
            if (strlen($data) < 8) return 0;
            $length = intval(trim(substr($data, 0, 8)));
            return $length <= 0 ? -1 : $length + 8;
        },
    ]);
    $texts->on('receive', function (Swoole\Server $server, int $fd, int $reactorId, string $data) {
        $server->send($fd, strtoupper(substr($data, 8)));
    });
    return $server;
});
$client = $program->connect();
$packet = fn (string $body) => pack('NNNN', 1, 1234, strlen($body), 7) . $body;
$bytes = $packet('first') . $packet('second');
fwrite($client, substr($bytes, 0, 18));
fwrite($client, substr($bytes, 18));
echo stream_get_contents($client, 14) === str_repeat("\0\0\0\3yes", 2) ? "both answered\n" : "wrong\n";
$client = $program->connect(1);
fwrite($client, '5       hello');
echo fread($client, 100), "\n";
fwrite($client, 'nonsense and more');
var_dump(fread($client, 100));
$program->stop();
?>
--EXPECTF--
{"type":1,"uid":1234,"length":5,"serial":7} first
{"type":1,"uid":1234,"length":6,"serial":7} second
both answered
HELLO
string(0) ""
