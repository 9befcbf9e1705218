--TEST--
Coroutine: getOptions() returns what set() was given, also what has no effect
--FILE--
<?php
use Swoole\Coroutine;
var_dump(Coroutine::getOptions());
$ask = fn () => true;
Coroutine::set(['trace_flags' => 0, 'log_level' => SWOOLE_LOG_ERROR, 'dns_cache_expire' => 30, 'exit_condition' => $ask, 'socket_timeout' => 1.5]);
Coroutine::set(['dns_cache_expire' => 60, 'hook_flags' => SWOOLE_HOOK_SLEEP]);
try { Coroutine::set(['trace_flags' => 1, 'log_level' => 9]); } catch (ValueError) { echo "refused\n"; }
$options = Coroutine::getOptions();
var_dump($options['exit_condition'] === $ask);
unset($options['exit_condition']);
echo json_encode($options), "\n";
(new Swoole\Coroutine\Scheduler)->set(['deadlock_check_limit' => 1]);
var_dump(Coroutine::getOptions()['deadlock_check_limit']);
?>
--EXPECTF--
NULL
refused
bool(true)
{"trace_flags":0,"log_level":5,"dns_cache_expire":60,"socket_timeout":1.5,"hook_flags":%d}
int(1)
