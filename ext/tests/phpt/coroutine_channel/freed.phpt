--TEST--
Channel: values are freed with the channel, and with whoever popped them
--FILE--
<?php
class Noisy
{
    public function __construct(public string $name) {}
    public function __destruct() { echo "$this->name is freed\n"; }
}
Co\run(function () {
    $channel = new Chan(300);
    foreach (['a', 'b'] as $name) $channel->push(new Noisy($name));
    $channel->push(['in an array' => [new Noisy('c')]]);
    for ($i = 0; $i < 200; ++$i) $channel->push(str_repeat('x', 10) . $i);
    $channel->pop();
    echo "popped\n";
    $b = $channel->pop();
    $channel->close();
    echo "closed\n";
    unset($channel);
    echo "gone\n";
    unset($b);

    // Freed inside the last call that needs it.
    $channel = new Chan(1);
    go(function () use ($channel) {
        $channel->push(new Noisy('d'));
        $channel->push(new Noisy('e'));
        echo "pushed twice\n";
    });
    $last = WeakReference::create($channel);
    $value = $channel->pop();
    echo "$value->name\n";
    unset($value);
    $value = $channel->pop();
    unset($channel);
    var_dump($last->get());
    unset($value);
    // Values that end with the program.
    $GLOBALS['left'] = new Chan(2);
    $GLOBALS['left']->push(new Noisy('f'));
});
echo "end\n";
?>
--EXPECT--
a is freed
popped
closed
c is freed
gone
b is freed
pushed twice
d
d is freed
NULL
e is freed
end
f is freed
