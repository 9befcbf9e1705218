--TEST--
Manual: proc_open() in coroutines: several children at once
--FILE--
<?php
use Swoole\Coroutine;
use Swoole\Runtime;
use function Swoole\Coroutine\run;

Runtime::enableCoroutine(SWOOLE_HOOK_ALL);
run(function () {
    $barrier = Coroutine\Barrier::make();
    $results = [];
    for ($i = 0; $i < 2; $i++) {
        Coroutine::create(function () use ($barrier, $i, &$results) {
            $descriptors = [0 => ['pipe', 'r'], 1 => ['pipe', 'w'], 2 => ['file', '/dev/null', 'a']];
            $process = proc_open(PHP_BINARY . ' -n', $descriptors, $pipes, sys_get_temp_dir(), ['NUMBER' => $i]);
            fwrite($pipes[0], '<?php echo getenv("NUMBER"), "\n"; exit(7); ?>');
            fclose($pipes[0]);
            $results[$i] = [trim(stream_get_contents($pipes[1])), proc_close($process)];
        });
    }
    Coroutine\Barrier::wait($barrier);
    ksort($results);
    echo json_encode($results), "\n";
});
?>
--EXPECT--
[["0",7],["1",7]]
