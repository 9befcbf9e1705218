--TEST--
Contexts: opcache_reset() and opcache_invalidate() while contexts run
--EXTENSIONS--
opcache
--FILE--
<?php
require __DIR__ . '/rows.inc';
check_row(<<<'PHP'
<?php
class State
{
    public static array $list = [];

    public static function add(string $name): int
    {
        static $calls = 0;
        self::$list[] = $name;
        return ++$calls;
    }
}
function part(string $name, int $round): string
{
    $file = sys_get_temp_dir() . "/reset-$round-" . getmypid() . '.inc';
    if (!is_file($file)) {
        file_put_contents($file, "<?php
            function part$round(string \$name) { static \$n = $round; State::add(\$name); return \$name . ++\$n . Part$round::next() . implode(array_map(fn () => Part$round::\$n++, [1, 2])); }
            class Part$round extends State { public static \$n = 0; public static function next() { static \$m = 0; return ++\$m . ++self::\$n . self::add('p'); } }
            return fn () => [++Part$round::\$n, (function () { static \$n = 0; return ++\$n; })()];");
    }
    State::$list['closure'] = require $file;
    return $file;
}
function program(string $name): array
{
    $seen = $files = [];
    $closure = function () use ($name) { static $n = 0; return State::add($name) . ++$n; };
    for ($round = 0; $round < 6; ++$round) {
        $files[] = part($name, $round);
        pause();
        $seen[] = [$closure(), "part$round"($name), part0($name), (State::$list['closure'])(), (State::$list['closure'])(), State::add("$name $round")];
        if ($name === 'bob' && $round > 0) {
            opcache_invalidate($files[$round], true);
            opcache_invalidate(__FILE__, $round > 3);
        }
        if ($name === 'ann' && ($round === 2 || $round === 4)) {
            opcache_reset();
        }
        pause();
        $seen[] = [$closure(), "Part$round"::next(), Part0::$n, count(State::$list)];
    }
    pause();
    clearstatcache();
    array_map(unlink(...), array_filter($files, is_file(...)));
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
