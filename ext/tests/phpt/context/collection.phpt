--TEST--
Contexts: garbage collection that starts by itself, of cycles with destructors
--EXTENSIONS--
opcache
--FILE--
<?php
require __DIR__ . '/rows.inc';
check_row(<<<'PHP'
<?php
class Log
{
    public static array $ended = [];
    public static array $kept = [];
}
class Node
{
    public array $links = [];

    public function __construct(public string $name) {}

    public function __destruct()
    {
        Log::$ended[] = $this->name;
        if (str_ends_with($this->name, '7')) {
            Log::$kept[] = $this;
        }
    }
}
function ring(string $name, int $count): void
{
    $first = $last = new Node("$name 0");
    for ($i = 1; $i < $count; ++$i) {
        $next = new Node("$name $i");
        $last->links[] = $next;
        $next->links[] = $last;
        $last = $next;
    }
    $first->links[] = $last;
    $last->links['closure'] = fn () => $last;
    $last->links['generator'] = (function () use ($last) { try { yield $last; } finally { Log::$ended[] = 'finally'; } })();
    $last->links['generator']->current();
}
function program(string $name): array
{
    $count = 0;
    for ($round = 0; $round < 4; ++$round) {
        for ($i = 0; $i < ['ann' => 300, 'bob' => 5, 'cid' => 50][$name]; ++$i) {
            ring("$name $round.$i", 10);
            $count += 10;
        }
        pause();
    }
    gc_collect_cycles();
    pause();
    gc_collect_cycles();
    sort(Log::$ended);
    foreach (Log::$ended as $one) {
        if ($one !== 'finally' && !str_starts_with($one, $name)) {
            return ['of another one' => $one];
        }
    }
    return [$count, array_count_values(Log::$ended)['finally'], count(Log::$ended), md5(implode(Log::$ended)), count(Log::$kept), gc_status()['threshold'] > 0];
}
PHP, php_leaks: true);
?>
--EXPECT--
no JIT, fresh: the same
no JIT, copy: the same
function JIT, fresh: the same
function JIT, copy: the same
tracing JIT, fresh: the same
tracing JIT, copy: the same
