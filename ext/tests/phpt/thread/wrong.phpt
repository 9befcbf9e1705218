--TEST--
Thread: what cannot be started is named, an object cannot be constructed twice, copied or changed
--FILE--
<?php
use Swoole\Thread;

function attempt(callable $call): void
{
    try {
        var_dump($call());
    } catch (Throwable $thrown) {
        echo get_class($thrown), ' ', $thrown->getCode(), ': ', str_replace(__DIR__, 'HERE', $thrown->getMessage()), "\n";
    }
}

$file = __DIR__ . '/child.inc';
$class = new ReflectionClass(Thread::class);
attempt(fn () => new Thread(''));
attempt(fn () => new Thread(__DIR__ . '/no such file.php'));
attempt(fn () => new Thread("with\0zero"));
attempt(fn () => new Thread(__DIR__));
attempt(fn () => new Thread());
attempt(fn () => new Thread([]));
attempt(fn () => new Thread($file, fn () => 1));
attempt(fn () => new Thread($file, 1, [2, new class {}]));
$closed = fopen('php://memory', 'r');
fclose($closed);
attempt(fn () => new Thread($file, 'show', $closed));
attempt(fn () => new Thread($file, 'show', fopen('php://memory', 'r')));
$endless = [];
$endless[0] = &$endless;
attempt(fn () => new Thread($file, 'show', $endless));
attempt(function () use ($file) {
    $thread = new Thread($file, 'exit', 0);
    $thread->__construct($file);
});
attempt(function () use ($file) {
    $thread = new Thread($file, 'exit', 0);
    $thread->id = 5;
});
attempt(fn () => clone new Thread($file, 'exit', 0));
attempt(fn () => serialize(new Thread($file, 'exit', 0)));
attempt(fn () => $class->newInstanceWithoutConstructor());
var_dump($class->isFinal(), Thread::activeCount());
$endless = null;  // else it is a cycle, which stays
?>
--EXPECTF--
Swoole\Exception 505: the file of a thread has no name
Swoole\Exception 700: there is no file HERE/no such file.php
Swoole\Exception 700: there is no file with
Swoole\Exception 700: there is no file HERE
ArgumentCountError 0: Swoole\Thread::__construct() expects at least 1 argument, 0 given
TypeError 0: Swoole\Thread::__construct(): Argument #1 ($script_file) must be of type string, array given
Exception 0: Serialization of 'Closure' is not allowed
Exception 0: Serialization of 'class@anonymous' is not allowed
ValueError 0: Swoole\Thread::__construct(): Argument #3 must have an open descriptor
ValueError 0: Swoole\Thread::__construct(): Argument #3 must have an open descriptor
ValueError 0: Swoole\Thread::__construct(): Argument #3 has arrays in more than 64 levels
Error 0: The thread is constructed already
Error 0: Cannot modify readonly property Swoole\Thread::$id
Error 0: Trying to clone an uncloneable object of class Swoole\Thread
Exception 0: Serialization of 'Swoole\Thread' is not allowed
ReflectionException 0: Class Swoole\Thread is an internal class marked as final that cannot be instantiated without invoking its constructor
bool(true)
int(1)
