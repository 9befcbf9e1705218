--TEST--
Coroutine: what does not wait works in a destructor: defer(), setTimeLimit(), getExecuteTime()
--FILE--
<?php
class Guard {
    public function __construct(private string $name) {}
    public function __destruct() {
        $name = $this->name;
        defer(function () use ($name) { Co::sleep(0.001); echo "deferred by $name\n"; });
        Co::setTimeLimit(60);
        Co::setTimeLimit(0);
        echo Co::getExecuteTime() >= 0 ? "destructor of $name\n" : '';
    }
}
Co\run(function () {
    $guard = new Guard('one');
    unset($guard);
    $local = new Guard('the end');
    $cycle = new ArrayObject([new Guard('the collector')]);
    $cycle['self'] = $cycle;
    unset($cycle);
    gc_collect_cycles();
    defer(function () { new Guard('a deferred function'); });
    echo "body\n";
});
try { new Guard('nobody'); } catch (Error $e) { echo $e->getMessage(), "\n"; }
?>
--EXPECTF--
destructor of one
destructor of the collector
body
destructor of the end
deferred by the end
destructor of a deferred function
deferred by a deferred function
deferred by the collector
deferred by one
API must be called in the coroutine
