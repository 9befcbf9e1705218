--TEST--
tern.openswoole: Coroutine::usleep(), Coroutine::run(), Channel::getId()
--INI--
tern.openswoole=1
--FILE--
<?php
co::run(function (string $word) {
    echo "$word\n";
    go(function () {
        var_dump(co::usleep(1500));
        echo "slept\n";
    });
    echo "other code\n";
    $id = go(fn() => var_dump(co::usleep(1000000000)));
    co::cancel($id);
    foreach ([-1, PHP_INT_MAX] as $wrong) {
        try { co::usleep($wrong); } catch (ValueError $error) { echo $error->getMessage(), "\n"; }
    }
    $first = new chan();
    $second = new OpenSwoole\Coroutine\Channel();
    var_dump($first->getId() === $first->getId(), $first->getId() === $second->getId());
}, 'with a word');
try { co::usleep(1); } catch (Error $error) { echo $error->getMessage(), "\n"; }
?>
--EXPECT--
with a word
other code
bool(false)
Swoole\Coroutine::usleep(): Argument #1 ($microseconds) must be between 0 and 1000000000000000, -1 given
Swoole\Coroutine::usleep(): Argument #1 ($microseconds) must be between 0 and 1000000000000000, 9223372036854775807 given
bool(true)
bool(false)
bool(true)
slept
API must be called in the coroutine
