--TEST--
WaitGroup: misuse
--FILE--
<?php
use Swoole\Coroutine as Co;
use Swoole\Coroutine\WaitGroup;
use function Swoole\Coroutine\run;

function attempt(callable $call): void
{
    try {
        $call();
    } catch (Throwable $e) {
        echo get_class($e), ': ', preg_replace('/, called.*/', '', $e->getMessage()), "\n";
    }
}

attempt(fn () => new WaitGroup(-1));
attempt(fn () => (new WaitGroup(1))->add(-2));
attempt(fn () => (new WaitGroup())->done());
attempt(fn () => (new WaitGroup(1))->wait());
attempt(fn () => new WaitGroup('x'));
run(function () {
    $group = new WaitGroup(1);
    Co::create(fn () => $group->wait());
    attempt(fn () => $group->add());
    $group->done();
    $group->add();
    var_dump($group->count());
});
?>
--EXPECT--
InvalidArgumentException: The count of a WaitGroup cannot become negative: 0 + -1
InvalidArgumentException: The count of a WaitGroup cannot become negative: 1 + -2
BadMethodCallException: A WaitGroup without work cannot have more of it done
Swoole\Error: API must be called in the coroutine
TypeError: Swoole\Coroutine\WaitGroup::__construct(): Argument #1 ($delta) must be of type int, string given
BadMethodCallException: A WaitGroup cannot take more work while a coroutine waits for it
int(1)
