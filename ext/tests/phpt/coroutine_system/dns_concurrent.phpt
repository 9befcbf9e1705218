--TEST--
System: lookups go on while others run, more of them than threads
--FILE--
<?php
use Swoole\Coroutine as Co;
use Swoole\Coroutine\System;
$found = 0;
Co\run(function () use (&$found) {
    for ($i = 0; $i < 200; $i++) {
        Co::create(function () use (&$found) { $found += (int) (System::gethostbyname('localhost') === '127.0.0.1'); });
    }
    echo "before: $found\n";
});
echo "after: $found\n";
?>
--EXPECT--
before: 0
after: 200
