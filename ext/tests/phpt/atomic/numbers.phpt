--TEST--
Atomic and Atomic\Long: numbers of 32 and 64 bits that wrap around
--FILE--
<?php
use Swoole\Atomic;
use Swoole\Atomic\Long;
$number = new Atomic(5);
var_dump($number->add(), $number->add(10), $number->sub(), $number->sub(15), $number->sub(), $number->add(2));
var_dump($number->set(7), $number->get(), $number->cmpset(6, 8), $number->cmpset(7, 8), $number->get());
$number->set(-1);
var_dump($number->get(), $number->cmpset(-1, 2 ** 32 + 3), $number->get(), $number->add(-4));
var_dump((new Atomic)->get(), (new Atomic(2 ** 32))->get());
echo "long\n";
$long = new Long(-5);
var_dump($long->add(), $long->sub(-2), $long->sub(), $long->set(PHP_INT_MAX), $long->add(), $long->sub());
var_dump($long->cmpset(0, 1), $long->cmpset(PHP_INT_MAX, 2 ** 40), $long->get(), (new Long)->get());
var_dump(new swoole_atomic instanceof Atomic, new swoole_atomic_long instanceof Long);
?>
--EXPECT--
int(6)
int(16)
int(15)
int(0)
int(4294967295)
int(1)
NULL
int(7)
bool(false)
bool(true)
int(8)
int(4294967295)
bool(true)
int(3)
int(4294967295)
int(0)
int(0)
long
int(-4)
int(-2)
int(-3)
NULL
int(-9223372036854775808)
int(9223372036854775807)
bool(false)
bool(true)
int(1099511627776)
int(0)
bool(true)
bool(true)
