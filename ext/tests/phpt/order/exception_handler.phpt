--TEST--
set_exception_handler() gets what nobody caught in a coroutine; the program ends
--FILE--
<?php
set_exception_handler(function ($e) { echo 'handler: ', $e->getMessage(), "\n"; });
Co\run(function () { go(function () { throw new Exception('inner'); }); echo "not reached\n"; });
echo "not reached\n";
?>
--EXPECT--
handler: inner
