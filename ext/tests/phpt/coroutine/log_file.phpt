--TEST--
Coroutine::set(): log_file
--FILE--
<?php
$file = tempnam(sys_get_temp_dir(), 'tern-log-');
Co::set(['log_file' => $file, 'log_level' => SWOOLE_LOG_NOTICE]);
swoole_error_log(SWOOLE_LOG_INFO, 'left out');
swoole_error_log(SWOOLE_LOG_NOTICE, 'to the file');
Co::set(['log_file' => '']);
echo preg_replace('/^\[.*?\]/m', '[*]', file_get_contents($file));
unlink($file);
var_dump(Co::getOptions()['log_file']);
Co::set(['log_file' => '/no such folder/log']);
foreach ([[], "a\0b"] as $wrong) {
    try { Co::set(['log_file' => $wrong]); } catch (TypeError $error) { echo $error->getMessage(), "\n"; }
}
?>
--EXPECTF--
[*]	NOTICE	to the file
string(0) ""

Warning: Swoole\Coroutine::set(): log_file /no such folder/log cannot be opened: No such file or directory in %s on line %d
Swoole\Coroutine::set(): Argument #1 ($options) option "log_file" must be a path, array given
Swoole\Coroutine::set(): Argument #1 ($options) option "log_file" must be a path, string given
