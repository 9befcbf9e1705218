--TEST--
Runtime: flock() waits for other coroutines of the process, fsync() and fdatasync() run in a thread
--FILE--
<?php
$path = tempnam(sys_get_temp_dir(), 'tern');
$first = fopen($path, 'r+');
$second = fopen($path, 'r+');
function lock($what, $file, $how) { echo $what . (flock($file, $how) ? " has it\n" : " does not get it\n"); }
Co\run(function () use ($first, $second, $path) {
    lock('first', $first, LOCK_EX);
    $id = go(fn() => lock('second', $second, LOCK_EX));
    lock('second, now or never,', $second, LOCK_EX | LOCK_NB);
    echo "first gives it back\n";
    flock($first, LOCK_UN);
    Co::join([$id]);
    echo "Cancelled:\n";
    $id = go(fn() => lock('first', $first, LOCK_SH));
    Co::cancel($id);
    Co::join([$id]);
    flock($second, LOCK_UN);
    lock('second', $second, LOCK_EX);
    echo "With an exception:\n";
    $id = go(function () use ($first) {
        try { flock($first, LOCK_EX); } catch (Swoole\Coroutine\CanceledException $e) { echo $e->getMessage(), "\n"; }
    });
    Co::cancel($id, true);
    echo "Closed meanwhile:\n";
    $id = go(fn() => lock('first', $first, LOCK_EX));
    fclose($first);
    $reused = fopen(__FILE__, 'r');
    Co::join([$id]);
    lock('whoever has its number', fopen(__FILE__, 'r'), LOCK_EX | LOCK_NB);
    echo "LOCK_EX of file_put_contents():\n";
    $id = go(function () use ($path) { var_dump(file_put_contents($path, 'text', LOCK_EX)); });
    echo "waits\n";
    flock($second, LOCK_UN);
    Co::join([$id]);
    foreach (['fsync', 'fdatasync'] as $sync) {
        $id = go(function () use ($sync, $second) { fwrite($second, 'x'); echo "$sync: " . json_encode($sync($second)) . "\n"; });
        echo Co::exists($id) ? '(meanwhile) ' : '';
        Co::join([$id]);
    }
    Swoole\Runtime::setHookFlags(SWOOLE_HOOK_ALL ^ SWOOLE_HOOK_FILE);
    $id = go(function () use ($second) { echo 'not hooked: ', json_encode(fsync($second)), "\n"; });
    echo Co::exists($id) ? "waits\n" : "was in place\n";
});
unlink($path);
?>
--EXPECT--
first has it
second, now or never, does not get it
first gives it back
second has it
Cancelled:
first does not get it
second has it
With an exception:
Coroutine was canceled
Closed meanwhile:
first does not get it
whoever has its number has it
LOCK_EX of file_put_contents():
waits
int(4)
(meanwhile) fsync: true
(meanwhile) fdatasync: true
not hooked: true
was in place
