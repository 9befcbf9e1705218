<?php
// One coroutine asks MariaDB at $port as often as $count says.
[, $port, $count] = $argv;

Swoole\Coroutine\run(function () use ($port, $count) {
    $database = new PDO("mysql:host=127.0.0.1;port=$port;dbname=test", 'root', '');
    for ($done = 0; $done < $count; ++$done) {
        $answer = $database->query('SELECT 1');
        $answer && $answer->fetchColumn();
    }
});
