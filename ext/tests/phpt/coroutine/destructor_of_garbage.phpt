--TEST--
A destructor that the garbage collector calls may wait, while others make garbage
--SKIPIF--
<?php if (PHP_VERSION_ID < 80400) die('skip needs PHP 8.4'); ?>
--FILE--
<?php
class Cycle
{
    private self $self;

    public function __construct(private string $name)
    {
        $this->self = $this;
    }

    public function __destruct()
    {
        echo "$this->name begins\n";
        Co::yield();
        echo "$this->name ends\n";
    }
}

function make_garbage(int $count): void
{
    for ($i = 0; $i < $count; ++$i) {
        $cycle = new stdClass();
        $cycle->self = $cycle;
    }
}

Co\run(function () {
    $collector = go(function () {
        new Cycle('first');
        new Cycle('second');
        echo gc_collect_cycles() >= 2 ? "collected\n" : "left\n";
    });
    make_garbage(50_000);  // the buffer of the collector grows
    echo gc_collect_cycles(), " meanwhile\n";
    Co::resume($collector);
    make_garbage(50_000);
    Co::resume($collector);
});
?>
--EXPECT--
first begins
0 meanwhile
first ends
second begins
second ends
collected
