<?php
// A server of the Redis protocol with a few commands.
use Swoole\Redis\Server as Redis;

require __DIR__ . '/../support/server.php';

$server = prepared(new Redis('127.0.0.1', 0));
$data = [];
$server->setHandler('SET', function ($fd, $words) use ($server, &$data) {
    if (count($words) < 2) {
        return $server->send($fd, Redis::format(Redis::ERROR, "ERR wrong number of arguments"));
    }
    $data[$words[0]] = $words[1];
    $server->send($fd, Redis::format(Redis::STATUS, 'OK'));
});
$server->setHandler('get', function ($fd, $words) use (&$data) {
    return isset($data[$words[0]]) ? Redis::format(Redis::STRING, $data[$words[0]]) : Redis::format(Redis::NIL);
});
$server->setHandler('PING', fn($fd, $words) => Redis::format(Redis::STATUS, 'PONG'));
$server->setHandler('KEYS', function () use (&$data) {
    return Redis::format(Redis::SET, array_keys($data));
});
$server->setHandler('ALL', function () use (&$data) {
    return Redis::format(Redis::MAP, $data);
});
$server->setHandler('LEN', fn($fd, $words) => Redis::format(Redis::INT, strlen($words[0])));
$server->setHandler('SLOW', function ($fd, $words) {
    Co::sleep(0.01);
    return Redis::format(Redis::STATUS, 'slow');
});
$server->setHandler('THROW', fn() => throw new Exception('oh no'));
run();
