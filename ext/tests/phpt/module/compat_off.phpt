--TEST--
tern.swoole_compat=0 leaves every name of the API to others
--INI--
tern.swoole_compat=0
--FILE--
<?php
var_dump(extension_loaded('tern'), extension_loaded('swoole'));
var_dump(class_exists('Swoole\Server'), class_exists('swoole_server'), class_exists('Co'));
var_dump(function_exists('swoole_version'), defined('SWOOLE_BASE'), ini_get('swoole.use_shortname'));
var_dump(TERN_VERSION === phpversion('tern'), count(Tern\server_options()) > 0);
?>
--EXPECT--
bool(true)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(true)
bool(true)
