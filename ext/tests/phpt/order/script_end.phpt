--TEST--
The main code goes first, coroutines after it, shutdown functions of before in between
--FILE--
<?php
register_shutdown_function(function () { echo "registered before any coroutine\n"; });
go(function () { Co::sleep(0.001); echo "coroutine ends\n"; });
register_shutdown_function(function () { echo "registered after\n"; });
class Last { function __destruct() { echo "global destroyed\n"; } }
$last = new Last;
echo "main ends\n";
?>
--EXPECT--
main ends
registered before any coroutine
coroutine ends
registered after
global destroyed
