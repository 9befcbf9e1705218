--TEST--
swoole_tracer_*() do nothing unless php.ini has switched them on
--FILE--
<?php
var_dump(swoole_tracer_leak_detect());
var_dump(swoole_tracer_prof_begin());
ini_set('swoole.leak_detection', '1');
var_dump(swoole_tracer_leak_detect(1));
var_dump(swoole_tracer_prof_end('/nowhere'));
?>
--EXPECT--
NULL
bool(false)
NULL
bool(false)
