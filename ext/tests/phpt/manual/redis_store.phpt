--TEST--
The manual's Redis server: handlers of commands, and every kind of answer
--FILE--
<?php
require __DIR__ . '/server_program.inc';
use Swoole\Redis\Server;
$program = start_program(function () {
    $server = new Server('127.0.0.1', 0, SWOOLE_BASE);
    $server->set(['worker_num' => 1]);
    $server->data = [];
    $server->setHandler('GET', function ($fd, $data) use ($server) {
        if (count($data) === 0) return $server->send($fd, Server::format(Server::ERROR, "ERR wrong number of arguments for 'GET' command"));
        $key = $data[0];
        $server->send($fd, isset($server->data[$key]) ? Server::format(Server::STRING, $server->data[$key]) : Server::format(Server::NIL));
    });
    $server->setHandler('SET', function ($fd, $data) use ($server) {
        if (count($data) < 2) return $server->send($fd, Server::format(Server::ERROR, "ERR wrong number of arguments for 'SET' command"));
        $server->data[$data[0]] = $data[1];
        $server->send($fd, Server::format(Server::STATUS, 'OK'));
    });
    $server->setHandler('sAdd', function ($fd, $data) use ($server) {
        $server->data[$data[0]][$data[1]] = 1;
        $server->send($fd, Server::format(Server::INT, count($server->data[$data[0]])));
    });
    $server->setHandler('sMembers', function ($fd, $data) use ($server) {
        $server->send($fd, Server::format(Server::SET, array_keys($server->data[$data[0]])));
    });
    $server->setHandler('ping', fn ($fd, $data) => Server::format(Server::STATUS, $data[0] ?? 'PONG'));
    $server->setHandler('hGetAll', fn ($fd, $data) => $server->send($fd, Server::format(Server::MAP, ['a' => 1, 'b' => 'two'])));
    $server->on('WorkerStart', fn ($server) => $server->started = true);
    return $server;
});
function command(string ...$words): string
{
    $text = '*' . count($words) . "\r\n";
    foreach ($words as $word) $text .= '$' . strlen($word) . "\r\n$word\r\n";
    return $text;
}
$client = $program->connect();
foreach ([['GET', 'a'], ['SET', 'a', 'value'], ['get', 'a'], ['SET', 'a'], ['SADD', 's', 'x'], ['SADD', 's', 'y'], ['SMEMBERS', 's'], ['HGETALL', 'h'], ['PING'], ['Ping', 'x'], ['NOSUCH']] as $words) {
    fwrite($client, command(...$words));
    echo json_encode(fread($client, 1000), JSON_UNESCAPED_SLASHES), "\n";
}
$program->stop();
?>
--EXPECT--
"$-1\r\n"
"+OK\r\n"
"$5\r\nvalue\r\n"
"-ERR wrong number of arguments for 'SET' command\r\n"
":1\r\n"
":2\r\n"
"*2\r\n$1\r\nx\r\n$1\r\ny\r\n"
"*4\r\n$1\r\na\r\n$1\r\n1\r\n$1\r\nb\r\n$3\r\ntwo\r\n"
"+PONG\r\n"
"+x\r\n"
"-ERR unknown command 'NOSUCH'\r\n"
