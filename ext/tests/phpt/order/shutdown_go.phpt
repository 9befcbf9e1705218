--TEST--
Coroutines started by shutdown functions and destructors run to their end, too
--FILE--
<?php
class Last { function __destruct() { go(function () { Co::sleep(0.001); echo "from a destructor\n"; }); } }
$last = new Last;
register_shutdown_function(function () { go(function () { Co::sleep(0.001); echo "from a shutdown function\n"; }); });
echo "main ends\n";
?>
--EXPECT--
main ends
from a shutdown function
from a destructor
