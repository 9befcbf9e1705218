--TEST--
Channel: destroyed while the timer of a wait was pending: the wait was cancelled, or the value came first
--FILE--
<?php
Co\run(function () {
    $one = go(function () {
        $channel = new Chan(1);
        $weak = WeakReference::create($channel);
        var_dump($channel->pop(0.005));
        unset($channel);
        var_dump($weak->get());
    });
    Co::cancel($one);
    $channel = new Chan(1);
    go(function () use (&$channel) {
        // The variable is gone before the wait is over: the call keeps the channel.
        var_dump($channel->pop(0.005));
        var_dump($channel);
    });
    $kept = $channel;
    $channel = null;
    $kept->push('value');
    unset($kept);
    go(function () use (&$last) {
        $last = new Chan(1);
        $weak = WeakReference::create($last);
        var_dump($last->pop(0.005), $last, $weak->get());
    });
    $last = null;
    Co::sleep(0.02);
    echo "end\n";
});
?>
--EXPECT--
bool(false)
NULL
string(5) "value"
NULL
bool(false)
NULL
NULL
end
