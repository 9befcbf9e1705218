--TEST--
Runtime: flock() of async.file:// suspends also without SWOOLE_HOOK_FILE
--FILE--
<?php
$path = __DIR__ . '/async_file_lock.tmp';
Co\run(function () use ($path) {
    Swoole\Runtime::setHookFlags(SWOOLE_HOOK_ALL ^ SWOOLE_HOOK_FILE);
    $first = fopen("async.file://$path", 'w+');
    $second = fopen("async.file://$path", 'w+');
    var_dump(flock($first, LOCK_EX));
    $id = go(function () use ($second) {
        var_dump(flock($second, LOCK_SH));
        echo "second has it\n";
    });
    echo "first gives it back\n";
    flock($first, LOCK_UN);
    Co::join([$id]);
});
unlink($path);
?>
--EXPECT--
bool(true)
first gives it back
bool(true)
second has it
