--TEST--
Manual: join() waits for all, and for no longer than it was told
--FILE--
<?php
use Swoole\Coroutine;
use function Swoole\Coroutine\go;
use function Swoole\Coroutine\run;

run(function () {
    $result = [];
    $status = Coroutine::join([
        go(function () use (&$result) { Coroutine::sleep(0.002); $result['slow'] = 1; }),
        go(function () use (&$result) { $result['fast'] = 2; Coroutine::sleep(0.001); }),
    ]);
    ksort($result);
    var_dump($status, $result);
    $sleeper = go(function () { Coroutine::yield(); });
    var_dump(Coroutine::join([$sleeper], 0.001), swoole_strerror(swoole_last_error(), 9) !== '');
    Coroutine::resume($sleeper);
});
?>
--EXPECT--
bool(true)
array(2) {
  ["fast"]=>
  int(2)
  ["slow"]=>
  int(1)
}
bool(false)
bool(true)
