--TEST--
Coroutine::set(): a c_stack_size that was used before uses the same stacks again
--FILE--
<?php
$mapped = fn (): int => (int) file_get_contents('/proc/self/statm') * 4096;
$use = function () {
    foreach ([100_000, 200_001] as $bytes) {
        Co::set(['c_stack_size' => $bytes]);
        Co\run(fn () => go(fn () => null));
    }
};
$use();
$before = $mapped();
for ($i = 0; $i < 50; ++$i) $use();
var_dump($mapped() - $before < 1 << 30);
?>
--EXPECT--
bool(true)
