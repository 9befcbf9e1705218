--TEST--
Runtime: every form of enableCoroutine(); the flags of Co\run(), of Coroutine::set(), of nobody
--FILE--
<?php
use Swoole\Runtime;
function show($what) { echo $what, ' ', dechex(Runtime::getHookFlags()), "\n"; }
show('outside');
Co\run(function () { show('in Co\run'); });
show('after it');
Co::set(['hook_flags' => SWOOLE_HOOK_SLEEP]);
show('Co::set()');
Co\run(function () { show('in Co\run'); });
var_dump(Runtime::setHookFlags(SWOOLE_HOOK_TCP));
show('setHookFlags()');
var_dump(Runtime::enableCoroutine());
show('nothing');
var_dump(Runtime::enableCoroutine(false));
show('false');
Co\run(function () { show('in Co\run'); });
Runtime::enableCoroutine(true);
show('true');
Runtime::enableCoroutine(true, SWOOLE_HOOK_FILE);
show('true, flags');
Runtime::enableCoroutine(false, SWOOLE_HOOK_FILE);
show('false, flags');
Runtime::enableCoroutine(SWOOLE_HOOK_ALL | SWOOLE_HOOK_CURL);
show('flags');
Runtime::enableCoroutine(flags: 0);
show('0');
var_dump(Runtime::enableStrictMode());
foreach ([[-1], [true, -1], ['x'], [[]]] as $arguments) {
    try { Runtime::enableCoroutine(...$arguments); } catch (Error $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
try { Runtime::setHookFlags(-1); } catch (Error $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
echo (new ReflectionClass('swoole_runtime'))->name, "\n";
?>
--EXPECT--
outside 0
in Co\run 7fbff7ff
after it 0
Co::set() 200
in Co\run 200
bool(true)
setHookFlags() 2
bool(true)
nothing 7fbff7ff
bool(true)
false 0
in Co\run 0
true 7fbff7ff
true, flags 100
false, flags 0
flags 7fbfffff
0 0
NULL
ValueError: Swoole\Runtime::enableCoroutine(): Argument #1 ($flags) must be a combination of SWOOLE_HOOK_* flags
ValueError: Swoole\Runtime::enableCoroutine(): Argument #2 ($more_flags) must be a combination of SWOOLE_HOOK_* flags
TypeError: Swoole\Runtime::enableCoroutine(): Argument #1 ($flags) must be of type int|bool, string given
TypeError: Swoole\Runtime::enableCoroutine(): Argument #1 ($flags) must be of type int|bool, array given
ValueError: Swoole\Runtime::setHookFlags(): Argument #1 ($flags) must be a combination of SWOOLE_HOOK_* flags
Swoole\Runtime
