--TEST--
Swoole\Coroutine\deadlock_check(): reports what nothing can wake, unless enable_deadlock_check is off
--FILE--
<?php
use Swoole\Coroutine;

go(function () { Coroutine::yield(); });
Coroutine\deadlock_check();
echo "the program goes on\n";
Coroutine::set(['enable_deadlock_check' => false]);
Coroutine\deadlock_check();
?>
--EXPECTF--
Deadlock: nothing can wake these coroutines (1) any more.
coroutine 1, waits for resume()
#0 %s
#1 %s
the program goes on
