--TEST--
Coroutine::set(): blocking_threshold makes a script tell what keeps its loop from turning; so does php.ini
--FILE--
<?php
preg_match('~/\S*/tern\.so~', file_get_contents('/proc/self/maps'), $match);
$program = 'function nap() { usleep(1200000); return "woke"; }
    Swoole\Timer::after(1, function () { echo nap(), "\n"; });
    Swoole\Event::wait();';
function run(string $code, string $ini = '', string $end = '') {
    global $match, $program;
    $output = [];
    exec(PHP_BINARY . " -n $ini -d extension={$match[0]} -r " . escapeshellarg($code . $program . $end) . ' 2>&1', $output);
    echo implode("\n", preg_replace('~^\[.*\]\t|(clock_)?(?=nanosleep)|\d+(?= ms)~', '', $output)), "\n\n";
}
run('Co::set(["blocking_threshold" => 0.6, "hook_flags" => 0]);', '', 'nap();');
run('Co::set(["blocking_threshold" => 0.6, "hook_flags" => SWOOLE_HOOK_ALL]);');
run('Co::set(["blocking_threshold" => 0, "hook_flags" => 0]);', '-d swoole.blocking_detection=1 -d swoole.blocking_threshold=600000');
run('', '-d swoole.blocking_detection=1 -d swoole.blocking_threshold=600000');
run('', '-d swoole.blocking_detection=1 -d swoole.blocking_threshold=60000000');
try { Co::set(['blocking_threshold' => -1]); } catch (ValueError $e) { echo $e->getMessage(), "\n"; }
?>
--EXPECTF--
WARNING	nothing else runs here for  ms: blocked in nanosleep(); it would suspend only its coroutine with hook_flags => SWOOLE_HOOK_ALL
	#0 usleep
	#1 Command line code(1): nap
	#2 Command line code(2): {closure%S}
woke

woke

woke

WARNING	nothing else runs here for  ms: blocked in nanosleep(); it would suspend only its coroutine with hook_flags => SWOOLE_HOOK_ALL
	#0 usleep
	#1 Command line code(1): nap
	#2 Command line code(2): {closure%S}
woke

woke

Swoole\Coroutine::set(): Argument #1 ($options) option "blocking_threshold" must be between 0 and 86400, -1 given
