--TEST--
Exceptions: parents, finality and what ExitException tells
--FILE--
<?php
foreach (['Swoole\Exception', 'Swoole\Error', 'Swoole\ExitException', 'Swoole\Coroutine\CanceledException',
          'Swoole\Coroutine\TimeoutException'] as $name) {
    $class = new ReflectionClass($name);
    echo $name, ' < ', $class->getParentClass()->getName(), $class->isFinal() ? ' final' : '', "\n";
}
$exit = new Swoole\ExitException('exit', 3);
var_dump($exit->getFlags(), $exit->getStatus(), $exit->getCode(), $exit->getMessage());
class Mine extends Swoole\Exception
{
}
try {
    throw new Mine('text', 4);
} catch (swoole_exception $caught) {
    var_dump($caught->getCode());
}
?>
--EXPECT--
Swoole\Exception < Exception
Swoole\Error < Error
Swoole\ExitException < Swoole\Exception
Swoole\Coroutine\CanceledException < Exception final
Swoole\Coroutine\TimeoutException < Exception final
int(0)
int(0)
int(3)
string(4) "exit"
int(4)
