--TEST--
Coroutine\Lock: one that ends without unlock() gives it back, with a warning; finally, defer() and destructors unlock
--FILE--
<?php
use Swoole\Coroutine\Lock;
class Guard
{
    public function __construct(private Lock $lock) { $lock->lock(); }
    public function __destruct() { echo 'guard: ' . json_encode($this->lock->unlock()) . "\n"; }
}
Co\run(function () {
    $lock = new Lock;
    go(function () use ($lock) { $lock->lock(); $lock->lock(); Co::yield(); });
    go(function () use ($lock) {
        $lock->lock();
        echo "next\n";
        defer(function () use ($lock) { echo 'deferred: ' . json_encode($lock->unlock()) . "\n"; });
    });
    Co::resume(2);
    go(function () use ($lock) { $guard = new Guard($lock); });
    go(function () use ($lock) { $lock->lock(); Co::yield(); });
    go(function () use ($lock) { $lock->lock(); echo "after the cancelled one\n"; $lock->unlock(); });
    Co::cancel(5, true);
    set_error_handler(function ($level, $text) use ($lock) {
        echo "handler: $text\n";
        var_dump($lock->unlock(), $lock->lock(LOCK_EX | LOCK_NB));
        Co::sleep(0.001);
        echo "handler ends\n";
        return true;
    });
    go(function () use ($lock) { $lock->lock(LOCK_SH); });
    go(function () use ($lock) { $lock->lock(); echo "after the handler\n"; $lock->unlock(); });
    Co::sleep(0.1);
    go(function () { (new Lock)->lock(); echo "nobody else has this lock\n"; });
    Co::sleep(0.1);
    set_error_handler(function ($level, $text) { throw new LogicException($text); });
    set_exception_handler(function ($e) { echo get_class($e) . "\n"; });
    go(function () use ($lock) { $lock->lock(LOCK_SH); });
    echo "not here\n";
});
?>
--EXPECTF--

Warning: Swoole\Coroutine\Lock: coroutine 2 ended without unlock() in %s
next
deferred: true
guard: true

Warning: Swoole\Coroutine\Lock: coroutine 5 ended without unlock() in %s
after the cancelled one
handler: Swoole\Coroutine\Lock: coroutine 7 ended without unlock()
bool(false)
bool(false)
handler ends
after the handler
nobody else has this lock
handler: Swoole\Coroutine\Lock: coroutine 9 ended without unlock()
bool(false)
bool(true)
handler ends
handler: Swoole\Coroutine\Lock: coroutine 9 ended without unlock()
bool(false)
bool(false)
handler ends
LogicException
