--TEST--
Channel: a fatal error in a consumer that runs inside of a push, while others wait
--ENV--
USE_ZEND_ALLOC=1
ASAN_OPTIONS=detect_leaks=0
--INI--
memory_limit=16M
--FILE--
<?php
$channel = new Chan(1);
$values = new Chan(100);
go(function () use ($channel) {
    $channel->pop();
    str_repeat('x', 64 << 20);
});
foreach ([1, 2, 3] as $i) {
    go(function () use ($channel, $i) {
        try { $channel->pop($i > 1 ? 30 : -1); } finally { echo "not here\n"; }
    });
}
go(function () use ($values) { $values->push([new ArrayObject, str_repeat('x', 100000)]); $values->push($values); Co::sleep(30); });
$full = new Chan(1);
$full->push([$full]);
go(function () use ($full) { $full->push([$full]); echo "not here\n"; });
go(function () use ($channel) {
    go(function () use ($channel) {
        echo "push\n";
        $channel->push('one');
        echo "not here\n";
    });
    echo "not here\n";
});
Co\run(function () { echo "not here\n"; });
?>
--EXPECTF--
push

Fatal error: Allowed memory size of 16777216 bytes exhausted%s
