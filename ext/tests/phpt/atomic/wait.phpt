--TEST--
Atomic::wait() suspends its coroutine only; wakeup() for several, timeouts, cancellation
--FILE--
<?php
use Swoole\Atomic;
const EAGAIN = 11, ETIMEDOUT = 110;
$number = new Atomic(1);
var_dump($number->wait(), $number->get(), $number->wait(0.001), swoole_last_error() === ETIMEDOUT);
$number->set(2);
var_dump($number->wait(), swoole_last_error() === EAGAIN, $number->wakeup(), $number->get());
$number->set(0);
Co\run(function () use ($number) {
    go(function () use ($number) { echo 'one: '; var_dump($number->wait(-1)); });
    echo "it waits\n";
    $number->wakeup();
    var_dump($number->get());

    foreach ([1, 2, 3] as $name) {
        go(function () use ($number, $name) { var_dump($number->wait(-1)); echo "$name goes\n"; });
    }
    $late = go(function () use ($number) { var_dump($number->wait(0.001), swoole_last_error() === ETIMEDOUT); });
    Co::join([$late]);
    $number->wakeup(2);
    echo "two went, ", $number->get(), "\n";
    $number->wakeup();
    var_dump($number->get());

    $waits = go(function () use ($number) { var_dump($number->wait(), swoole_last_error() === SWOOLE_ERROR_CO_CANCELED); });
    Co::cancel($waits);
    $waits = go(function () use ($number) {
        try { $number->wait(-1); } catch (Swoole\Coroutine\CanceledException) { echo "thrown\n"; }
    });
    Co::cancel($waits, true);
    $number->wakeup(5);
    var_dump($number->get());
    go(function () { $gone = new Atomic; go(function () use ($gone) { $gone->wait(0.001); echo "its object is gone\n"; }); });
});
?>
--EXPECT--
bool(true)
int(0)
bool(false)
bool(true)
bool(false)
bool(true)
bool(true)
int(2)
one: it waits
bool(true)
int(0)
bool(false)
bool(true)
bool(true)
1 goes
bool(true)
2 goes
two went, 0
bool(true)
3 goes
int(0)
bool(false)
bool(true)
thrown
int(1)
its object is gone
