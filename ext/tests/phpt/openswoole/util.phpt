--TEST--
OpenSwoole\Util: functions as methods
--INI--
tern.openswoole=1
--FILE--
<?php
use OpenSwoole\Util;

var_dump(Util::getVersion(), Util::getCPUNum() === swoole_cpu_num());
var_dump(Util::getLocalIp() === swoole_get_local_ip(), Util::getLocalMac() === swoole_get_local_mac());
OpenSwoole\Coroutine::cancel(1000);
var_dump(Util::getLastErrorCode(), Util::getErrorMessage(501, SWOOLE_STRERROR_SWOOLE) === swoole_strerror(501, SWOOLE_STRERROR_SWOOLE));
Util::clearError();
var_dump(Util::getLastErrorCode(), Util::getErrorMessage(2), is_int(Util::errorCode()));
var_dump(Util::hashcode('text') === swoole_hashcode('text'));
var_dump(Util::mimeTypeExists('a.own'), Util::mimeTypeAdd('own', 'text/own'), Util::mimeTypeExists('a.own'), Util::mimeTypeGet('a.own'));
var_dump(Util::mimeTypeSet('own', 'text/other'), Util::mimeTypeGet('a.own'), Util::mimeTypeDel('own'), Util::mimeTypeExists('a.own'));
var_dump(in_array('text/html', Util::mimeTypeList()));
var_dump(Util::setAio(['thread_num' => 2]));
Util::setProcessName('own name');
echo cli_get_process_title(), "\n";
?>
--EXPECTF--
string(6) "26.2.0"
bool(true)
bool(true)
bool(true)
int(10016)
bool(true)
int(0)
string(25) "No such file or directory"
bool(true)
bool(true)
bool(false)
bool(true)
bool(true)
string(8) "text/own"
bool(true)
string(10) "text/other"
bool(true)
bool(false)
bool(true)
bool(true)
%A
