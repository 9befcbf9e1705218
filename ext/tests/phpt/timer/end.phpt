--TEST--
Timer: an uncaught exception of the main code drops and frees them; a fatal error forgets them
--FILE--
<?php
preg_match('~/\S*/tern\.so~', file_get_contents('/proc/self/maps'), $match);
$head = 'class Holder { public function __destruct() { echo "freed\n"; } }
    Swoole\Timer::tick(1, function () { echo "never\n"; }, new Holder);
    Swoole\Event::defer(function () { echo "never\n"; });
    Swoole\Event::cycle(function () { echo "never\n"; });';
foreach (['throw new Exception("main");', 'ini_set("memory_limit", "4M"); str_repeat("x", 8000000);', 'Swoole\Timer::after(1, function () { str_repeat("x", 200000000); });'] as $code) {
    $output = [];
    exec(PHP_BINARY . ' -n -d memory_limit=100M -d log_errors=0 -d display_errors=1 -d html_errors=0 -d extension=' . $match[0] . ' -r ' . escapeshellarg(str_replace('"never\n"', '""', $head) . $code) . ' 2>&1', $output, $status);
    echo implode("\n", preg_grep('~^(PHP )?(Fatal|freed|never)~', $output)), "\n$status\n";
}
?>
--EXPECTF--
Fatal error: Uncaught Exception: main in Command line code:4
freed
255
Fatal error: Allowed memory size of 4194304 bytes exhausted%s
255
Fatal error: Allowed memory size of 104857600 bytes exhausted%s
255
