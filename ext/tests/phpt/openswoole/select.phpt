--TEST--
Coroutine::select(): channels that can be used without waiting
--INI--
tern.openswoole=1
--FILE--
<?php
function show(array|false $ready): void
{
    echo $ready === false ? 'late ' . swoole_last_error() : json_encode(array_map(array_keys(...), $ready)), "\n";
}

co::run(function () {
    $first = new chan(1);
    $second = new chan(1);
    $full = new chan(1);
    $full->push(1);

    echo "ready at once\n";
    show(co::select([5 => $full, 'empty' => $first], ['room' => $second, 'full' => $full]));

    echo "a value\n";
    go(function () use ($first, $second) {
        show($ready = co::select(['one' => $first, 'two' => $second]));
        var_dump($ready['pull_chans']['two']->pop());
    });
    $second->push('from the second');

    echo "room\n";
    go(fn() => show(co::select([$first], [$full])));
    $full->pop();

    echo "a consumer that waits comes first\n";
    $waiter = go(fn() => show(co::select([$first], [], 0.001)));
    go(fn() => var_dump($first->pop()));
    $first->push('for the consumer');
    co::join([$waiter]);

    echo "a channel that is closed\n";
    go(fn() => show(co::select([$first, $second])));
    $second->close();
    show(co::select([], ['closed' => $second]));

    echo "a channel that nobody else has any more\n";
    $own = new chan(1);
    $list = [&$own];
    $id = go(function () use (&$list) { var_dump(co::select($list)); });
    $own = $list = null;
    gc_collect_cycles();
    co::cancel($id);
});
?>
--EXPECT--
ready at once
{"pull_chans":[5],"push_chans":["room"]}
a value
{"pull_chans":["two"],"push_chans":[]}
string(15) "from the second"
room
{"pull_chans":[],"push_chans":[0]}
a consumer that waits comes first
string(16) "for the consumer"
late 10018
a channel that is closed
{"pull_chans":[1],"push_chans":[]}
{"pull_chans":[],"push_chans":["closed"]}
a channel that nobody else has any more
bool(false)
