--TEST--
The settings of php.ini: ours, and those that programs of the API set without a warning
--FILE--
<?php
var_dump(ini_get('tern.swoole_compat'), ini_get('tern.hook_flags'));
var_dump(ini_set('tern.swoole_compat', '0'), ini_set('tern.hook_flags', '0'));
var_dump(ini_get('swoole.use_shortname'));
foreach (['display_errors', 'enable_coroutine', 'enable_library', 'enable_preemptive_scheduler', 'enable_fiber_mock',
          'socket_buffer_size', 'unixsock_buffer_size', 'blocking_detection', 'blocking_threshold', 'profile',
          'leak_detection'] as $name) {
    $before = ini_set("swoole.$name", '1');
    if ($before === false || ini_get("swoole.$name") !== '1') echo "$name\n";
}
?>
--EXPECT--
string(1) "1"
string(2) "-1"
bool(false)
bool(false)
string(2) "On"
