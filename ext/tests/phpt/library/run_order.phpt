--TEST--
Library: a coroutine that waits for its start without a request takes part in the order from then on
--FILE--
<?php
use function Tern\Internal\enter_order;
use function Tern\Internal\wait_for_start;

Co\run(function () {
    foreach (['a', 'b'] as $name) {
        go(function () use ($name) {
            echo "$name waits\n";
            var_dump(wait_for_start(1.0));
            echo "$name starts\n";
            usleep(1000);
            echo "$name ends\n";
        });
    }
    var_dump(enter_order());
});
try {
    wait_for_start(1.0);
} catch (Swoole\Error $error) {
    echo $error->getMessage(), "\n";
}
?>
--EXPECT--
a waits
b waits
bool(false)
bool(true)
a starts
bool(true)
b starts
a ends
b ends
API must be called in the coroutine
