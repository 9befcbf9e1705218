--TEST--
exit() in a coroutine ends the program after the others were unwound
--FILE--
<?php
register_shutdown_function(function () { echo "shutdown\n"; });
Co\run(function () {
    go(function () { try { Co::yield(); } finally { echo "unwound\n"; } });
    go(function () { Co::sleep(0.001); exit("bye\n"); });
    Co::sleep(1000);
    echo "not reached\n";
});
echo "not reached\n";
?>
--EXPECT--
bye
unwound
shutdown
