--TEST--
System: open_basedir holds
--INI--
open_basedir=/usr:{PWD}
--FILE--
<?php
use Swoole\Coroutine\System;
Co\run(function () {
    echo strlen(System::readFile(__FILE__)) > 10 ? "ours\n" : '';
    var_dump(System::readFile('/etc/hosts'), swoole_last_error());
    var_dump(System::writeFile('/tmp/tern-not-allowed', 'x'), file_exists('/usr'), System::statvfs('/etc'));
});
?>
--EXPECTF--
ours

Warning: Swoole\Coroutine\System::readFile(): open_basedir restriction in effect. File(/etc/hosts) is not within the allowed path(s): (%s) in %s on line %d
bool(false)
int(1)

Warning: Swoole\Coroutine\System::writeFile(): open_basedir restriction in effect. File(/tmp/tern-not-allowed) is not within the allowed path(s): (%s) in %s on line %d

Warning: Swoole\Coroutine\System::statvfs(): open_basedir restriction in effect. File(/etc) is not within the allowed path(s): (%s) in %s on line %d
bool(false)
bool(true)
bool(false)
