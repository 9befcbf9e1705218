--TEST--
Manual: WaitGroup: two tasks, one result
--FILE--
<?php
use Swoole\Coroutine;
use Swoole\Coroutine\WaitGroup;
use function Swoole\Coroutine\run;

run(function () {
    $group = new WaitGroup();
    $result = [];
    foreach (['first' => 0.05, 'second' => 0.001] as $name => $seconds) {
        $group->add();
        Coroutine::create(function () use ($group, &$result, $name, $seconds) {
            Coroutine::defer(fn () => $group->done());
            Coroutine::sleep($seconds);
            $result[$name] = strlen($name);
        });
    }
    var_dump($group->count());
    var_dump($group->wait(), $group->count(), $result);
    $group->add(1);
    var_dump($group->wait(0.001));
    $group->done();
});
?>
--EXPECT--
int(2)
bool(true)
int(0)
array(2) {
  ["second"]=>
  int(6)
  ["first"]=>
  int(5)
}
bool(false)
