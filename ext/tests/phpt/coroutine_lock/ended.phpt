--TEST--
Coroutine\Lock: a coroutine that ends without unlock() gives it back, without a warning; finally, defer() and destructors unlock
--FILE--
<?php
use Swoole\Coroutine\Lock;
class Guard
{
    public function __construct(private Lock $lock) { $lock->lock(); }
    public function __destruct() { echo 'guard: ' . json_encode($this->lock->unlock()) . "\n"; }
}
set_error_handler(function ($level, $text) { echo "warning: $text\n"; return true; });
Co\run(function () {
    $lock = new Lock;
    go(function () use ($lock) { $lock->lock(); $lock->lock(); Co::yield(); });
    go(function () use ($lock) {
        $lock->lock();
        echo "next\n";
        defer(function () use ($lock) { echo 'deferred: ' . json_encode($lock->unlock()) . "\n"; });
    });
    Co::resume(2);
    echo "ended\n";
    Co::sleep(0.001);
    go(function () use ($lock) { $guard = new Guard($lock); });
    go(function () use ($lock) { $lock->lock(); Co::yield(); });
    go(function () use ($lock) { $lock->lock(); echo "after the cancelled one\n"; $lock->unlock(); });
    Co::cancel(5, true);
    Co::sleep(0.001);
    go(function () use ($lock) { $lock->lock(LOCK_SH); });
    var_dump($lock->lock(LOCK_EX | LOCK_NB), $lock->unlock());
    go(function () { (new Lock)->lock(); echo "no other coroutine has this lock\n"; });
});
?>
--EXPECT--
ended
next
deferred: true
guard: true
after the cancelled one
bool(true)
bool(true)
no other coroutine has this lock
