--TEST--
Timer: exit() in a callback ends the program
--FILE--
<?php
use Swoole\Timer;
$code = '$t = fn () => exit(3); Swoole\Timer::after(1, $t); Swoole\Timer::tick(1000, fn () => 0); echo "main\n";';
preg_match('~/\S*/tern\.so~', file_get_contents('/proc/self/maps'), $match);
foreach ([1, 0] as $in_coroutines) {
    passthru(PHP_BINARY . ' -n -d extension=' . $match[0] . " -d swoole.enable_coroutine=$in_coroutines -r " . escapeshellarg($code), $status);
    var_dump($status);
}
?>
--EXPECT--
main
int(3)
main
int(3)
