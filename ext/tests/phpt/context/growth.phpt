--TEST--
Contexts: areas grow while other contexts wait, whoever loads code
--EXTENSIONS--
opcache
--FILE--
<?php
require __DIR__ . '/rows.inc';
check_row(<<<'PHP'
<?php
function load(string $from, int $count): void
{
    $file = sys_get_temp_dir() . "/growth-$from-" . getmypid() . '.inc';
    $code = '<?php ';
    for ($i = 0; $i < $count; ++$i) {
        $code .= "function f_{$from}_$i() { static \$n = 0; static \$all = []; \$all[] = \$n; return ++\$n + count(\$all); }\n";
        $code .= "class C_{$from}_$i { public static \$n = $i; public static function next() { static \$calls = 0; return self::\$n++ . ++\$calls; } }\n";
    }
    file_put_contents($file, $code);
    require $file;
    unlink($file);
}
function sums(string $from, int $count): array
{
    $sums = [0, ''];
    for ($i = 0; $i < $count; $i += 7) {
        $sums[0] += "f_{$from}_$i"();
        $sums[1] = md5($sums[1] . "C_{$from}_$i"::next());
    }
    return $sums;
}
function first(): int
{
    static $n = 0;
    return ++$n;
}
function program(string $name): array
{
    $counts = ['ann' => 1200, 'bob' => 600, 'cid' => 5];
    $order = ['ann' => 0, 'bob' => 1, 'cid' => 2];
    $seen = [first()];
    for ($round = 0; $round < 3; ++$round) {
        // One after the other loads code. The others have not run meanwhile.
        for ($turn = 0; $turn < 3; ++$turn) {
            if ($order[$name] === ($turn + $round) % 3) {
                load("{$name}_$round", $counts[$name]);
                $seen[] = sums("{$name}_$round", $counts[$name]);
            }
            pause();
            $seen[] = first();
        }
        $seen[] = sums("{$name}_$round", $counts[$name]);
        $seen[] = sums("{$name}_0", $counts[$name]);
        // The same file, which another context may have loaded.
        load("all_$round", 300);
        pause();
        $seen[] = sums("all_$round", 300);
    }
    return $seen;
}
PHP);
?>
--EXPECT--
no JIT, fresh: the same
no JIT, copy: the same
function JIT, fresh: the same
function JIT, copy: the same
tracing JIT, fresh: the same
tracing JIT, copy: the same
