--TEST--
Manual: batch(): results by key, null for what was too slow
--FILE--
<?php
use Swoole\Coroutine;
use function Swoole\Coroutine\batch;

Coroutine::set(['hook_flags' => SWOOLE_HOOK_ALL]);
$file = __DIR__ . '/coroutine_batch.greeter';
Coroutine\run(function () use ($file) {
    $release = new Coroutine\Channel;
    $results = batch([
        'file_put_contents' => fn () => file_put_contents($file, 'Hello, Swoole.'),
        'gethostbyname' => fn () => gethostbyname('localhost'),
        'file_get_contents' => fn () => file_get_contents($file),
        'slow' => fn () => $release->pop(),
        'usleep' => function () {
            usleep(1000);
            return true;
        },
    ], 1);
    var_dump($results);
    $release->push(1);
});
?>
--CLEAN--
<?php
unlink(__DIR__ . '/coroutine_batch.greeter');
?>
--EXPECT--
array(5) {
  ["file_put_contents"]=>
  int(14)
  ["gethostbyname"]=>
  string(9) "127.0.0.1"
  ["file_get_contents"]=>
  string(14) "Hello, Swoole."
  ["slow"]=>
  NULL
  ["usleep"]=>
  bool(true)
}
