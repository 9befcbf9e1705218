--TEST--
batch(), map(), parallel(): wrong arguments, strict types, outside of coroutines
--FILE--
<?php
declare(strict_types=1);
use function Swoole\Coroutine\{batch, map, parallel, run};

function attempt(callable $call): void
{
    try {
        var_dump($call());
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}

attempt(fn () => batch('x'));
attempt(fn () => batch([fn () => 1, 'nothing']));
attempt(fn () => batch([], '1'));
attempt(fn () => batch());
attempt(fn () => batch([], 1, 2));
attempt(fn () => batch(timeout: 1));
attempt(fn () => batch(task: []));
attempt(fn () => map([1], 'nothing'));
attempt(fn () => parallel('2', 'phpversion'));
attempt(fn () => batch([fn () => 1]));
attempt(fn () => map([1], 'strtoupper'));
attempt(fn () => parallel(1, 'phpversion'));
attempt(fn () => parallel(0, 'phpversion'));
attempt(fn () => batch([]));
run(function () { attempt(fn () => batch([fn () => 1], 1)); });
foreach (['batch', 'map', 'parallel'] as $name) echo new ReflectionFunction("Swoole\\Coroutine\\$name");
?>
--EXPECT--
TypeError: Swoole\Coroutine\batch(): Argument #1 ($tasks) must be of type array, string given
TypeError: Swoole\Coroutine\batch(): Argument #1 ($tasks) must contain callables only, string given
TypeError: Swoole\Coroutine\batch(): Argument #2 ($timeout) must be of type float, string given
ArgumentCountError: Swoole\Coroutine\batch() expects at least 1 argument, 0 given
ArgumentCountError: Swoole\Coroutine\batch() expects at most 2 arguments, 3 given
ArgumentCountError: Swoole\Coroutine\batch(): Argument #1 ($tasks) not passed
Error: Unknown named parameter $task
TypeError: Swoole\Coroutine\map(): Argument #2 ($fn) must be a valid callback, function "nothing" not found or invalid function name
TypeError: Swoole\Coroutine\parallel(): Argument #1 ($n) must be of type int, string given
Swoole\Error: API must be called in the coroutine
Swoole\Error: API must be called in the coroutine
Swoole\Error: API must be called in the coroutine
NULL
array(0) {
}
array(1) {
  [0]=>
  int(1)
}
Function [ <internal:swoole> function Swoole\Coroutine\batch ] {

  - Parameters [2] {
    Parameter #0 [ <required> array $tasks ]
    Parameter #1 [ <optional> float $timeout = -1 ]
  }
  - Return [ array ]
}
Function [ <internal:swoole> function Swoole\Coroutine\map ] {

  - Parameters [3] {
    Parameter #0 [ <required> array $list ]
    Parameter #1 [ <required> callable $fn ]
    Parameter #2 [ <optional> float $timeout = -1 ]
  }
  - Return [ array ]
}
Function [ <internal:swoole> function Swoole\Coroutine\parallel ] {

  - Parameters [2] {
    Parameter #0 [ <required> int $n ]
    Parameter #1 [ <required> callable $fn ]
  }
  - Return [ void ]
}
