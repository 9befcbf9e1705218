--TEST--
Pool: who came while an idle connection was asked has its place when it does not answer, or nobody waits for that any more
--FILE--
<?php
use Swoole\Coroutine;
final class Asked implements Tern\Pool\Resettable
{
    public static int $made = 0;
    public static Coroutine\Channel $answers;
    public int $number;
    public function __construct() { $this->number = ++self::$made; }
    public function resetSession(): bool { return true; }
    public function ping(): bool { return self::$answers->pop(); }
}
function borrow(Tern\Pool $pool, string $who): int
{
    return go(function () use ($pool, $who) {
        try {
            $number = $pool->use(fn (Asked $it) => $it->number);
            echo "$who: $number\n";
        } catch (Throwable $e) {
            echo "$who: ", $e::class, "\n";
        }
    });
}
Co\run(function () {
    Asked::$answers = new Coroutine\Channel(1);
    $pool = new Tern\Pool(fn () => new Asked(), size: 1, checkAfter: 0, timeout: 0.5);
    $pool->use(fn () => null);
    borrow($pool, 'asks');
    borrow($pool, 'waits');
    Asked::$answers->push(false);
    Asked::$answers->push(true);

    $pool = new Tern\Pool(fn () => new Asked(), size: 1, checkAfter: 0, timeout: 0.5);
    $pool->use(fn () => null);
    $asks = borrow($pool, 'asks');
    borrow($pool, 'waits');
    Coroutine::cancel($asks, true);
    echo json_encode($pool->stats()['closed']), ' ', $pool->stats()['size'], "\n";
});
?>
--EXPECT--
waits: 2
asks: 2
waits: 4
asks: Swoole\Coroutine\CanceledException
{"canceled":1} 1
