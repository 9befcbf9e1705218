<?php
// One coroutine asks MariaDB at $port as often as $count says, each time by a connection of a pool. The answer is late, so
// that each query waits for it.
[, $port] = $argv;
$count = (int) $argv[2];

Swoole\Coroutine\run(function () use ($port, $count) {
    $config = (new Swoole\Database\PDOConfig())->withHost('127.0.0.1')->withPort((int) $port)->withDbName('test')
        ->withUsername('root')->withPassword('');
    $pool = new Swoole\Database\PDOPool($config, 4);
    for ($done = 0; $done < $count; ++$done) {
        /** @var PDO $database a proxy of one */
        $database = $pool->get();
        $answer = $database->query('SELECT SLEEP(0.001)');
        $answer && $answer->fetchColumn();
        $pool->put($database);
    }
    $pool->close();
});
