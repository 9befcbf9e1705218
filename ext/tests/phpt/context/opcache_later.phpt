--TEST--
Contexts: contexts that begin before and after opcache_reset() and opcache_invalidate()
--EXTENSIONS--
opcache
--FILE--
<?php
require __DIR__ . '/rows.inc';
$file = __DIR__ . '/opcache_later.tmp.inc';
file_put_contents($file, <<<'PHP'
<?php
abstract class Counts
{
    public static array $all = [];

    public static function add(string $name): int
    {
        static $calls = 0;
        static::$all[] = $name;
        return ++$calls + count(array_filter(self::$all, fn (string $one) => $one === $name));
    }
}
class Own extends Counts
{
    public static array $all = [];
}
enum Side: string
{
    case Left = 'l';
    case Right = 'r';
}
function each_side(): Generator
{
    static $n = 0;
    yield Side::from('l') === Side::Left ? ++$n : 'not the same';
}
function count_all(string $name): array
{
    static $closure = null;
    $closure ??= function () { static $n = 0; return ++$n; };
    return [Counts::add($name), Own::add($name), count(Own::$all), $closure(), each_side()->current()];
}
PHP);
foreach (MODES as $mode => $settings) {
    foreach (['fresh', 'copy'] as $kind) {
        $found = run_php($settings, 'opcache_later.inc', $file, $kind);
        if (!is_array($found)) {
            echo $found;
            continue;
        }
        echo "$mode, $kind: ", json_encode(array_map(count(...), $found)), ', ', json_encode(end($found[0])), "\n";
        foreach ($found as $number => $one) {
            echo $one === array_slice($found[0], 0, count($one)) ? '' : "context $number differs: " . json_encode($one) . "\n";
        }
    }
}
unlink($file);
?>
--EXPECT--
no JIT, fresh: [7,7,6,5,4,3,2], [20,21,7,7,7]
no JIT, copy: [7,7,6,5,4,3,2], [20,21,7,7,7]
function JIT, fresh: [7,7,6,5,4,3,2], [20,21,7,7,7]
function JIT, copy: [7,7,6,5,4,3,2], [20,21,7,7,7]
tracing JIT, fresh: [7,7,6,5,4,3,2], [20,21,7,7,7]
tracing JIT, copy: [7,7,6,5,4,3,2], [20,21,7,7,7]
