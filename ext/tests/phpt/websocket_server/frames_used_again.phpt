--TEST--
WebSocket\Server: a Frame that the program does not keep serves the next message, as if it was new
--FILE--
<?php
require __DIR__ . '/../server.inc';
$server = start_server(<<<'PHP'
$server = new Swoole\WebSocket\Server('127.0.0.1', 0);
$server->set(['worker_num' => 1, 'log_level' => SWOOLE_LOG_ERROR]);
$server->on('start', 'report_port');
$kept = [];
$server->on('message', function ($server, $frame) use (&$kept) {
    $seen = "$frame->opcode $frame->flags " . json_encode($frame->finish) . " $frame->data";
    switch ($frame->data) {
        case 'keep': $kept[] = $frame; break;
        case 'change': $frame->data = $frame->opcode = $frame->finish = ['changed']; break;
        case 'unset': unset($frame->data, $frame->flags); break;
        case 'refer': $kept[] = &$frame->data; break;
        case 'dynamic': $frame->{'more'} = 'more'; break;
        case 'kept': $seen = json_encode([$kept[0]->data, $kept[1], isset($frame->more)]);
    }
    $server->push($frame->fd, $seen);
});
PHP);
$connection = $server->connect();
fwrite($connection, request('/', 'GET', ['Upgrade' => 'websocket', 'Connection' => 'Upgrade',
    'Sec-WebSocket-Key' => base64_encode(str_repeat('k', 16)), 'Sec-WebSocket-Version' => 13]));
while (trim(fgets($connection)) !== '');
foreach (['a', 'b', 'keep', 'c', 'change', 'd', 'unset', 'e', 'refer', 'f', 'dynamic', 'kept'] as $text) {
    fwrite($connection, "\x81" . chr(0x80 | strlen($text)) . "\0\0\0\0$text");
    $length = ord(stream_get_contents($connection, 2)[1]);
    echo $text, ': ', stream_get_contents($connection, $length), "\n";
}
echo $server->stop();
?>
--EXPECT--
a: 1 1 true a
b: 1 1 true b
keep: 1 1 true keep
c: 1 1 true c
change: 1 1 true change
d: 1 1 true d
unset: 1 1 true unset
e: 1 1 true e
refer: 1 1 true refer
f: 1 1 true f
dynamic: 1 1 true dynamic
kept: ["keep","refer",false]
