--TEST--
Process: exceptions, fatal errors, and exit() of a child
--ENV--
USE_ZEND_ALLOC=1
ASAN_OPTIONS=detect_leaks=0
--INI--
memory_limit=16M
--FILE--
<?php
use Swoole\Process;
$ends = [
    fn () => throw new Exception('nobody catches it'),
    fn () => str_repeat('x', 1 << 30),
    fn () => exit(7),
    fn () => exit("text\n"),
    function () { go(function () { Co::sleep(0.001); throw new Exception('in a coroutine'); }); },
    function () { set_exception_handler(fn ($e) => print("handler: {$e->getMessage()}\n")); throw new Exception('handled'); },
    fn (Process $process) => $process->exit(256),
];
foreach ($ends as $end) {
    (new Process($end))->start();
    var_dump(Process::wait()['code']);
}
?>
--EXPECTF--
Fatal error: Uncaught Exception: nobody catches it in %s
Stack trace:
%a
int(255)

Fatal error: Allowed memory size of %d bytes exhausted%s
int(255)
int(7)
text
int(0)

Fatal error: Uncaught Exception: in a coroutine in %s
Stack trace:
%a
int(255)
handler: handled
int(255)

Warning: Swoole\Process::exit(): Argument #1 ($exit_code) must be between 0 and 255, 256 given in %s
int(1)
