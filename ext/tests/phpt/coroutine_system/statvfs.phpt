--TEST--
System::statvfs
--FILE--
<?php
require 'system.inc';
use Swoole\Coroutine\System;
Co\run(function () {
    $about = System::statvfs('/');
    echo implode(' ', array_keys($about)), ' ', $about['bsize'] * $about['blocks'] > 0 ? 'ok' : 'no', "\n";
    echo why(System::statvfs('/no/such/place')), "\n";
});
?>
--EXPECT--
bsize frsize blocks bfree bavail files ffree favail fsid flag namemax ok
false: No such file or directory
