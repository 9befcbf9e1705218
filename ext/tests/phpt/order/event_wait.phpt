--TEST--
Event::wait() runs to the end, then the main code goes on
--FILE--
<?php
go(function () { Co::sleep(0.001); echo "woken\n"; });
echo "before\n";
Swoole\Event::wait();
echo "after\n";
go(function () { Co::sleep(0.001); echo "at the end\n"; });
?>
--EXPECT--
before
woken
after
at the end
