--TEST--
Runtime: tern.hook_flags goes before what programs say
--INI--
tern.hook_flags=512
--FILE--
<?php
Swoole\Runtime::enableCoroutine(SWOOLE_HOOK_ALL);
var_dump(Swoole\Runtime::getHookFlags() === SWOOLE_HOOK_SLEEP);
Co\run(function () { var_dump(Swoole\Runtime::getHookFlags() === SWOOLE_HOOK_SLEEP); });
Swoole\Runtime::enableCoroutine(false);
go(function () { usleep(1000); echo "slept\n"; });
echo "meanwhile\n";
?>
--EXPECT--
bool(true)
bool(true)
meanwhile
slept
