--TEST--
Library: in workers, whether the master has loaded it before the fork or not
--FILE--
<?php
require __DIR__ . '/../server.inc';
$server = start_server(<<<'PHP'
$count = (new Co\WaitGroup(5))->count();
$server->on('request', function ($request, $response) use ($count) {
    $is_loaded = fn ($name) => in_array($name, Tern\Internal\loaded_classes(), true);
    $here = fn () => json_encode(array_map($is_loaded, ['co\waitgroup', 'Swoole\Coroutine\Barrier']));
    $said = [$count, $here()];
    $barrier = Co\Barrier::make();
    $group = new Co\WaitGroup();
    foreach ([1, 2] as $i) {
        $group->add();
        Co::create(function () use ($barrier, $group, $i, &$said) { Co::sleep(0.001); $said[] = "task $i"; $group->done(); });
    }
    $group->wait();
    $said[] = 'group';
    Co\Barrier::wait($barrier);
    $said[] = 'barrier';
    $said[] = json_encode(Co\map([1, 2], function ($x) { Co::sleep(0.001); return $x * 2; }));
    if ($request->server['path_info'] === '/throw') Co\batch([fn () => throw new Exception('from a task')]);
    $response->end(implode("\n", [...$said, $here(), '']));
});
PHP);
echo $server->get('/'), $server->get('/');
echo status($server->ask('/throw')), "\n";
echo preg_replace('~(in SCRIPT|Tasks.php)[:(]\d+\)?~', '$1', $server->stop());
?>
--EXPECTF--
5
[true,false]
task 1
task 2
group
barrier
[2,4]
[true,true]
5
[true,true]
task 1
task 2
group
barrier
[2,4]
[true,true]
HTTP/1.1 500 Internal Server Error
[*.0] ERROR	Uncaught Exception: from a task in SCRIPT
	Stack trace:
	#0 tern:/library/Tern/Internal/Tasks.php: {closure%S}()
	#1 [internal function]: Tern\Internal\Tasks->run(0, Object(Closure), Array)
	#2 {main}
