--TEST--
Timer: an uncaught exception of the main code drops and frees them; a fatal error forgets them
--ENV--
USE_ZEND_ALLOC=1
ASAN_OPTIONS=detect_leaks=0
--FILE--
<?php
preg_match('~/\S*/tern\.so~', file_get_contents('/proc/self/maps'), $match);
$head = 'class Holder { public function __destruct() { echo "freed\n"; } }
    Swoole\Timer::tick(1, function () { echo "never\n"; }, new Holder);
    Swoole\Event::defer(function () { echo "never\n"; });
    Swoole\Event::cycle(function () { echo "never\n"; });';
$quiet = str_replace('never', '', $head);
foreach ([$head . 'throw new Exception("main");', $head . 'trigger_error("main", E_USER_ERROR);', $quiet . 'Swoole\Timer::after(1, function () { trigger_error("timer", E_USER_ERROR); });'] as $code) {
    $output = [];
    exec(PHP_BINARY . ' -n -d log_errors=0 -d display_errors=1 -d html_errors=0 -d extension=' . $match[0] . ' -r ' . escapeshellarg($code) . ' 2>&1', $output, $status);
    echo implode("\n", preg_grep('~^(PHP )?(Fatal|freed|never)~', $output)), "\n$status\n";
}
?>
--EXPECTF--
Fatal error: Uncaught Exception: main in Command line code:4
freed
255
Fatal error: main%s
255
Fatal error: timer%s
255
