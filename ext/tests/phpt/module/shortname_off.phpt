--TEST--
swoole.use_shortname=Off takes the short names away and nothing else
--INI--
swoole.use_shortname=Off
--FILE--
<?php
var_dump(class_exists('Co'), class_exists('Co\System'), SWOOLE_USE_SHORTNAME);
var_dump(class_exists('swoole_http_server'), class_exists('Swoole\Coroutine'));
?>
--EXPECT--
bool(false)
bool(false)
bool(false)
bool(true)
bool(true)
