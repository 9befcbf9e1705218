--TEST--
exit() throws an ExitException, which can be caught
--FILE--
<?php
Co\run(function () {
    try { exit(3); } catch (Swoole\ExitException $e) { var_dump($e->getStatus(), $e->getFlags() === SWOOLE_EXIT_IN_COROUTINE); }
    echo "goes on\n";
});
echo "after\n";
?>
--EXPECT--
int(3)
bool(true)
goes on
after
