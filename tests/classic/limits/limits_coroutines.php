<?php
// A coroutine and a timer end with fatal errors, while the script waits for them.
Swoole\Runtime::enableCoroutine(SWOOLE_HOOK_ALL);
$ended = new Swoole\Coroutine\Channel(2);

final class Ends
{
    public function __construct(private readonly Swoole\Coroutine\Channel $ended)
    {
    }

    /** @param string $kind of fatal error */
    public function fail(string $kind): void
    {
        echo "[$kind]";
        $this->ended->push($kind);
        match ($kind) {
            'compile' => include __DIR__ . '/twice.inc',
            'memory' => str_repeat('x', 200_000_000),
            'link' => eval('if (true) { abstract class A { abstract function f(); } class B extends A {} }'),
            default => trigger_error('mine', E_USER_ERROR),
        };
        echo 'never';
    }
}

$ends = new Ends($ended);
Swoole\Timer::after(1, $ends->fail(...), 'user');
$coroutine = go(function () use ($ends, $ended) {
    $ended->pop();
    usleep(1);  // the timer's function ends first
    $ends->fail($_GET['kind']);
});
Swoole\Coroutine::join([$coroutine]);
echo '[goes on]';
