--TEST--
swoole_strerror, swoole_last_error, swoole_clear_error, swoole_errno
--FILE--
<?php
var_dump(swoole_last_error());
$server = new Swoole\Server('127.0.0.1', 0);
var_dump(@$server->on('no such event', 'strlen'), swoole_last_error(), $server->getLastError());
swoole_clear_error();
var_dump(swoole_last_error(), $server->getLastError());

var_dump(swoole_strerror(2), swoole_strerror(2, SWOOLE_STRERROR_SYSTEM));
var_dump(swoole_strerror(SWOOLE_ERROR_CO_CANCELED, SWOOLE_STRERROR_SWOOLE));
var_dump(swoole_strerror(SWOOLE_ERROR_SESSION_NOT_EXIST));
var_dump(swoole_strerror(-2, SWOOLE_STRERROR_GAI));
var_dump(swoole_strerror(1, SWOOLE_STRERROR_DNS));
var_dump(swoole_strerror(99999), swoole_strerror(499) !== '');
var_dump(is_int(swoole_errno()));
?>
--EXPECT--
int(0)
bool(false)
int(505)
int(505)
int(0)
int(0)
string(25) "No such file or directory"
string(25) "No such file or directory"
string(22) "Coroutine was canceled"
string(22) "Session does not exist"
string(25) "Name or service not known"
string(12) "Unknown host"
string(13) "Unknown error"
bool(true)
bool(true)
