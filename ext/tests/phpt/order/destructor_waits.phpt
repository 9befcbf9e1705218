--TEST--
A destructor may suspend: others run meanwhile, and a wait there can be cancelled
--SKIPIF--
<?php
if (PHP_VERSION_ID < 80400) die('skip destructors may not wait before PHP 8.4');
?>
--FILE--
<?php
class Waits {
    function __construct(private Closure $wait) {}
    function __destruct() {
        go(function () { Co::sleep(0.001); echo "started there\n"; });
        try { echo json_encode(($this->wait)()), "\n"; } finally { echo "the destructor ends\n"; }
    }
}
function destroy(callable $wait) {
    $waits = new Waits($wait);
    try { unset($waits); echo "unset\n"; } catch (Exception $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
Co\run(function () {
    destroy(fn () => Co::sleep(0.002));

    $group = new Co\WaitGroup(1);
    $waits = go(fn () => destroy(fn () => $group->wait()));
    echo "meanwhile\n";
    $group->done();
    Co::join([$waits]);

    $waits = go(fn () => destroy(fn () => Co::yield()));
    var_dump(Co::resume($waits));
    $waits = go(fn () => destroy(fn () => Co::yield()));
    var_dump(Co::cancel($waits));
    $waits = go(fn () => destroy(fn () => Co::yield()));
    var_dump(Co::cancel($waits, true));
});
?>
--EXPECT--
started there
true
the destructor ends
unset
meanwhile
true
the destructor ends
unset
true
the destructor ends
unset
bool(true)
false
the destructor ends
unset
bool(true)
the destructor ends
Swoole\Coroutine\CanceledException: Coroutine was canceled
bool(true)
started there
started there
started there
started there
