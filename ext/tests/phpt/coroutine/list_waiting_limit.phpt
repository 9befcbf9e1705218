--TEST--
Tern\Coroutine::listWaiting(): the oldest ones, where there is a limit
--FILE--
<?php
use Swoole\Coroutine;
use Swoole\Coroutine\Channel;
use Tern\Coroutine as Tern;

Coroutine\run(function () {
    $gate = new Channel();
    for ($i = 0; $i < 3; ++$i) go(fn () => $gate->pop());
    $ids = array_column(Tern::listWaiting(), 'cid');
    var_dump(count($ids), $ids === array_column(Tern::listWaiting(0), 'cid'));
    var_dump(array_column(Tern::listWaiting(2), 'cid') === array_slice($ids, 0, 2));
    var_dump(count(Tern::listWaiting(4)));
    try {
        Tern::listWaiting(-1);
    } catch (ValueError $error) {
        echo $error->getMessage(), "\n";
    }
    for ($i = 0; $i < 3; ++$i) $gate->push(true);
});
?>
--EXPECT--
int(3)
bool(true)
bool(true)
int(3)
Tern\Coroutine::listWaiting(): Argument #1 ($limit) must be 0 or more, -1 given
