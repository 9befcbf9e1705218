--TEST--
Timer: with max_coroutine reached a call is dropped with a log record, and a tick goes on
--FILE--
<?php
$code = <<<'PHP'
use Swoole\Coroutine as Co;
use Swoole\Timer;
class Holder { public function __destruct() { echo "freed\n"; } }
Co::set(['max_coroutine' => 1]);
go(function () {
    Timer::after(1, function () { echo "never\n"; }, new Holder);
    Timer::tick(1, function (int $id) {
        echo 'tick, call ', Timer::info($id)['exec_count'] > 1 ? 'behind the first' : 1, "\n";
        Timer::clear($id);
    });
    Co::sleep(0.02);
    echo "the only coroutine ends\n";
});
PHP;
preg_match('~/\S*/tern\.so~', file_get_contents('/proc/self/maps'), $match);
exec(PHP_BINARY . ' -n -d extension=' . $match[0] . ' -r ' . escapeshellarg($code) . ' 2>&1', $lines);
$lines = preg_replace('~^\[.*\]\t~', '', $lines);
echo implode("\n", $lines), "\n";
?>
--EXPECT--
WARNING	there are 1 coroutines: no room for calls of timers and events, 1 by now
freed
the only coroutine ends
tick, call behind the first
