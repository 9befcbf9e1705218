--TEST--
swoole_tracer_leak_detect(): the places whose memory stays in use, once each
--SKIPIF--
<?php if (getenv('USE_ZEND_ALLOC') === '0') die('skip memory is not Zend\'s here'); ?>
--INI--
swoole.leak_detection=1
--FILE--
<?php
final class Kept
{
    public static array $list = [];

    public static function keep(int $n): void
    {
        self::$list[] = "number $n of what is kept";
    }
}
function passing(int $n): string
{
    return str_repeat("$n", 100);
}
function report(int $threshold): string
{
    ob_start();
    swoole_tracer_leak_detect($threshold);
    return ob_get_clean();
}
report(1);
for ($n = 0; $n < 100; ++$n) {
    Kept::keep($n);
    passing($n);
}
$report = report(64);
var_dump(preg_match('~^\d+ bytes in 100 blocks are in use:\n#0 \S+leak_detect\.php\(8\): Kept::keep\(\)\n#1 \S+\(23\)\n~m', $report));
var_dump(str_contains($report, 'passing'));
var_dump(report(64));
Swoole\Coroutine\run(function () {
    for ($n = 0; $n < 70; ++$n) {
        Swoole\Coroutine::sleep(0.0001);
        Kept::keep($n);
    }
});
var_dump(substr_count(report(64), 'Kept::keep'));
Kept::$list = [];
var_dump(report(64));
try {
    swoole_tracer_leak_detect(0);
} catch (ValueError $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
int(1)
bool(false)
string(0) ""
int(1)
string(0) ""
swoole_tracer_leak_detect(): Argument #1 ($threshold) must be at least 1, 0 given
