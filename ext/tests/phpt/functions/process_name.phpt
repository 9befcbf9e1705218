--TEST--
swoole_set_process_name
--FILE--
<?php
var_dump(swoole_set_process_name('tern: test'), cli_get_process_title());
var_dump(str_starts_with(file_get_contents('/proc/self/cmdline'), 'tern: test'));
var_dump(@swoole_set_process_name(''));
echo error_get_last()['message'], "\n";
?>
--EXPECT--
bool(true)
string(10) "tern: test"
bool(true)
bool(false)
swoole_set_process_name(): Argument #1 ($process_name) cannot be empty
