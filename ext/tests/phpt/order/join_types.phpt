--TEST--
join() takes numbers only: nothing else runs PHP code there
--FILE--
<?php
set_error_handler(function ($code, $text) { throw new RuntimeException($text); });
Co\run(function () {
    foreach ([[new stdClass], ['2'], [1.5], [null]] as $ids) {
        try { Co::join($ids, 1); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
    }
});
?>
--EXPECT--
Swoole\Coroutine::join(): Argument #1 ($cid_array) must be a list of int, stdClass given in it
Swoole\Coroutine::join(): Argument #1 ($cid_array) must be a list of int, string given in it
Swoole\Coroutine::join(): Argument #1 ($cid_array) must be a list of int, float given in it
Swoole\Coroutine::join(): Argument #1 ($cid_array) must be a list of int, null given in it
