--TEST--
Coroutine::set(): blocking_threshold makes the log of a script tell what keeps the loop from turning
--FILE--
<?php
$program = <<<'PHP'
Co::set(['blocking_threshold' => 0.05, 'hook_flags' => 0] + json_decode($argv[1], true));
function nap() { usleep(300000); return 'woke'; }
Swoole\Timer::after(1, function () { echo nap(), "\n"; });
Swoole\Event::wait();
nap();
echo "end\n";
PHP;
file_put_contents(__DIR__ . '/blocking_threshold.inc', "<?php\n$program");
function run(string $options, string $ini = '') {
    $php = getenv('TEST_PHP_EXECUTABLE') . ' ' . getenv('TEST_PHP_EXTRA_ARGS') . " $ini";
    echo shell_exec("$php " . __DIR__ . '/blocking_threshold.inc ' . escapeshellarg($options) . ' 2>&1');
}
run('{}');
run('{"blocking_threshold":0}');
run('{"blocking_threshold":null}');
echo json_encode(Co::getOptions()), "\n";
try { Co::set(['blocking_threshold' => -1]); } catch (ValueError $e) { echo $e->getMessage(), "\n"; }
?>
--CLEAN--
<?php unlink(__DIR__ . '/blocking_threshold.inc'); ?>
--EXPECTF--
[%s]	WARNING	nothing else runs here for %d ms: blocked in %snanosleep(); it would suspend only its coroutine with hook_flags => SWOOLE_HOOK_ALL
#0 usleep
#1 %sblocking_threshold.inc(3): nap
#2 %sblocking_threshold.inc(4): {closure}
woke
end
woke
end
[%s]	WARNING	nothing else runs here for %d ms: blocked in %snanosleep(); it would suspend only its coroutine with hook_flags => SWOOLE_HOOK_ALL
#0 usleep
#1 %sblocking_threshold.inc(3): nap
#2 %sblocking_threshold.inc(4): {closure}
woke
end
null
