--TEST--
What recurses outside of coroutines recurses inside; a deep stack gives its memory back when its coroutine ends
--ENV--
USE_ZEND_ALLOC=1
ASAN_OPTIONS=detect_leaks=0
--FILE--
<?php
function parse(string $text): string {
    return preg_replace_callback('/^\((.*)\)$/s', fn ($found) => '[' . parse($found[1]) . ']', $text);
}
function level(int $n): int { return $n === 0 ? 0 : 1 + array_map("level", [$n - 1])[0]; }
$recurse = function (): string {
    $depths = [substr_count(parse(str_repeat('(', 600) . str_repeat('x', 8800) . str_repeat(')', 600)), '[')];
    $depths[] = level(3000);
    for ($list = null, $i = 0; $i < 10000; ++$i) $list = (object) ['next' => $list];
    $list = null;
    for ($all = 1, $i = 0; $i < 2900; ++$i) $all = [$all];
    $depths[] = strlen(json_encode(unserialize(serialize($all)), 0, 3000));
    return implode(' ', $depths);
};
$resident = fn (): int => 4096 * (int) explode(' ', file_get_contents('/proc/self/statm'))[1];
echo 'outside: ', $recurse(), "\n";
for ($nested = 1, $i = 0; $i < 1200; ++$i) $nested = [$nested];
Co\run(function () use ($recurse, $resident, $nested) {
    echo 'inside: ', $recurse(), "\n";
    $before = $resident();
    foreach (['first', 'once more'] as $time) {
        for ($i = 0; $i < 300; ++$i) {
            $ids[] = go(function () use ($nested) { json_encode($nested, 0, 1300); Co::yield(); });
        }
        $deep = $resident();
        foreach (array_splice($ids, 0) as $id) Co::resume($id);
        // They used more than 100 MB.
        var_dump($deep - $before > 64 << 20, $resident() - $before < 16 << 20);
    }
});
?>
--EXPECT--
outside: 600 3000 5801
inside: 600 3000 5801
bool(true)
bool(true)
bool(true)
bool(true)
