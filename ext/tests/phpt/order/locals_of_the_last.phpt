--TEST--
What output callbacks and exception handlers give to defer() and getContext() ends with their coroutine
--FILE--
<?php
Co\run(function () {
    go(function () {
        ob_start(function ($text) { Co::getContext()['secret'] = 1; defer(function () { echo "deferred of ", Co::getCid(), "\n"; }); return $text; });
        echo "first\n";
    });
    go(function () { echo 'second: ', json_encode(isset(Co::getContext()['secret'])), "\n"; });
});
set_exception_handler(function ($e) { defer(function () { echo "deferred in the handler\n"; }); echo $e->getMessage(), "\n"; });
go(function () { throw new Exception('thrown'); });
?>
--EXPECT--
first
deferred of 2
second: false
thrown
deferred in the handler
