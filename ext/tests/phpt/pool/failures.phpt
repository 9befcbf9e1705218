--TEST--
Pool: functions of the program that fail take no place; a connection that cannot be cleaned or does not answer is replaced
--FILE--
<?php
require __DIR__ . '/connection.inc';
function attempt(Tern\Pool $pool): void
{
    try {
        echo $pool->use(fn (object $it) => $it::class), ' ', $pool->stats()['size'], "\n";
    } catch (Throwable $e) {
        echo $e->getMessage(), ' ', $pool->stats()['size'], "\n";
    }
}
Co\run(function () {
    attempt(new Tern\Pool(fn () => throw new Exception('refused'), size: 1));
    attempt(new Tern\Pool(fn () => 5, size: 1));
    attempt(new Tern\Pool(fn () => new Connection(), size: 1, reset: fn () => true, setup: fn () => throw new Exception('setup')));

    // The first one that fails leaves its place to who waits.
    $fail = true;
    $gate = new Co\Channel(1);
    $pool = new Tern\Pool(function () use (&$fail, $gate) {
        $gate->pop();
        return $fail ? throw new Exception('refused') : new Connection();
    }, size: 1, reset: fn () => true);
    go(fn () => attempt($pool));
    go(fn () => attempt($pool));
    $gate->push(true);
    usleep(1);
    $fail = false;
    $gate->push(true);

    foreach ([fn () => false, fn () => throw new Exception('broken')] as $reset) {
        $pool = new Tern\Pool(fn () => new Connection(), size: 1, reset: $reset);
        attempt($pool);
        attempt($pool);
        echo json_encode($pool->stats()['closed']), "\n";
    }

    // Lost for now: tried again.
    $left = 3;
    $pool = new Tern\Pool(function () use (&$left) {
        return --$left > 0 ? throw new RuntimeException('Connection refused') : new Connection();
    }, size: 1, reset: fn () => true);
    attempt($pool);

    final class Own implements Tern\Pool\Resettable
    {
        public static bool $there = true;
        public function resetSession(): bool { echo "reset\n"; return true; }
        public function ping(): bool { echo "ping\n"; return self::$there; }
        public function close(): void { echo "close\n"; }
    }
    $pool = new Tern\Pool(fn () => new Own(), size: 1, checkAfter: 0);
    attempt($pool);
    attempt($pool);
    Own::$there = false;
    attempt($pool);
    echo json_encode($pool->stats()['closed']), "\n";
});
foreach ([['size' => 0], ['size' => 2, 'min' => 3], ['timeout' => -1], ['jitter' => 1.5], ['cap' => 0], ['maxLifetime' => NAN]] as $options) {
    try {
        new Tern\Pool(fn () => 1, ...$options);
    } catch (ValueError $e) {
        echo $e->getMessage(), "\n";
    }
}
?>
--EXPECT--
refused 0
The function of pool 'pool' must return a connection, int returned 0
setup 0
refused 1
Connection 1
Connection 0
Connection 0
{"reset":2}
Connection 0
Connection 0
{"reset":2}
Connection 1
reset
Own 1
ping
reset
Own 1
ping
close
reset
Own 1
{"lost":1}
Tern\Pool::__construct(): Argument #2 ($size) must be between 1 and 65536, 0 given
Tern\Pool::__construct(): Argument #3 ($min) must be between 0 and 2, 3 given
Tern\Pool::__construct(): Argument #4 ($timeout) must be between 0.001 and 86400, -1 given
Tern\Pool::__construct(): Argument #7 ($jitter) must be between 0 and 1, 1.5 given
Tern\Pool::__construct(): Argument #12 ($cap) must be between 1 and 65536, 0 given
Tern\Pool::__construct(): Argument #5 ($maxLifetime) must be between 0 and 31536000, NAN given
