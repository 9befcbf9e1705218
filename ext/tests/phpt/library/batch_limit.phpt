--TEST--
batch(): tasks beyond max_coroutine have no result, and nobody waits for them
--FILE--
<?php
require __DIR__ . '/../server.inc';
$server = start_server(<<<'PHP'
$server->on('request', function ($request, $response) {
    $tasks = array_fill_keys(['a', 'b', 'c', 'd'], function () { Co::sleep(0.001); return 'done'; });
    $response->end(json_encode([Co\batch($tasks), Co\batch(['e' => fn () => 'afterwards'])]));
});
PHP, ['max_coroutine' => 3]);
echo $server->get('/'), "\n";
echo preg_replace('~ in tern:\S+ on line \d+~', '', $server->stop());
?>
--EXPECT--
[{"a":"done","b":"done","c":null,"d":null},{"e":"afterwards"}]
Warning: Swoole\Coroutine::create(): max_coroutine is reached: there are 3
Warning: Swoole\Coroutine::create(): max_coroutine is reached: there are 3
