--TEST--
Pool: an idle connection whose close() waits is closed once, and nothing is lent twice meanwhile
--FILE--
<?php
use Swoole\Coroutine;
use Swoole\Coroutine\Channel;

class Session implements Tern\Pool\Resettable
{
    public static int $made = 0;
    public static Channel $gate;
    public int $number;

    public function __construct() { $this->number = ++self::$made; }
    public function resetSession(): bool { return true; }
    public function ping(): bool { return true; }
    public function close(): bool
    {
        echo "close of $this->number begins\n";
        self::$gate->pop();
        echo "close of $this->number ends\n";
        return true;
    }
}

Coroutine\run(function () {
    Session::$gate = new Channel(1);
    $pool = new Tern\Pool(fn() => new Session, size: 2, idleTime: 0.05, jitter: 0, maxLifetime: 0);
    $first = $pool->get();
    $second = $pool->get();
    $pool->put($first);
    Coroutine::sleep(0.06);
    $pool->put($second);  // now the first one is idle for too long
    unset($first, $second);
    $lent = [];
    $users = [];
    for ($n = 0; $n < 4; ++$n) {
        $users[] = go(function () use ($pool, &$lent) {
            $session = $pool->get(5);
            $lent[$session->number] = ($lent[$session->number] ?? 0) + 1;
            if ($lent[$session->number] > 1) echo "lent twice\n";
            Coroutine::sleep(0.002);
            --$lent[$session->number];
            $pool->put($session);
        });
    }
    Session::$gate->push(true);
    Coroutine::join($users);
    $stats = $pool->stats();
    var_dump($stats['size'] <= 2, $stats['size'] === $stats['idle'], Session::$made <= 3);
    Session::$gate->close();  // those that are left close at once
    $pool->close();
});
?>
--EXPECTF--
close of 1 begins
close of 1 ends
bool(true)
bool(true)
bool(true)
%A
