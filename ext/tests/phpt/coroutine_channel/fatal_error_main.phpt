--TEST--
Channel: a fatal error of the main code while coroutines wait on both sides
--ENV--
USE_ZEND_ALLOC=1
ASAN_OPTIONS=detect_leaks=0
--FILE--
<?php
$empty = new Chan(1);
$full = new Chan(1);
$full->push(new ArrayObject([$full]));
go(function () use ($empty) { try { $empty->pop(); } finally { echo "pop unwound\n"; } });
go(function () use ($full) { try { $full->push(2, 30); } finally { echo "push unwound\n"; } });
@trigger_error('The end', E_USER_ERROR);
?>
--EXPECTF--

Fatal error: The end in %s on line 7
pop unwound
push unwound
