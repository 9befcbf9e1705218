--TEST--
Coroutines start with the error level that the script has set, whatever @ silences where they are started
--FILE--
<?php
$level = fn() => var_dump(error_reporting() === (int) ini_get('error_reporting'));
error_reporting(E_ALL & ~E_NOTICE);
go($level);
@go($level);
error_reporting(E_ALL & ~E_WARNING);
@go($level);
ini_set('error_reporting', E_ERROR | E_PARSE);
@go(fn() => @go($level));
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
