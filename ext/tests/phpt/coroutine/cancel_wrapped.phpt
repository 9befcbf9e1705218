--TEST--
Coroutine: a cancellation that a library wraps in an exception of its own ends the coroutine quietly, another's does not
--FILE--
<?php
use Swoole\Coroutine as Co;
class LibraryException extends Exception {}
function ask_server(int $deep) {
    try { Co::sleep(60); } catch (Throwable $e) {
        while ($deep-- > 0) $e = new LibraryException('connection lost', 0, $e);
        throw $e;
    }
}
Co\run(function () {
    set_exception_handler(fn ($e) => print 'uncaught: ' . $e->getMessage() . "\n");
    foreach ([0, 1, 3] as $deep) {
        $id = go(function () use ($deep) { try { ask_server($deep); } finally { echo "ends\n"; } });
        Co::cancel($id, true);
    }
    // A plain one does not throw.
    Co::cancel(go(function () { ask_server(1); echo "goes on\n"; }));
    // What another coroutine ended with.
    $id = go(function () use (&$seen) { try { Co::sleep(60); } catch (Throwable $e) { $seen = $e; } });
    Co::cancel($id, true);
    go(fn () => throw new LibraryException('a task failed', 0, $seen));
});
?>
--EXPECT--
ends
ends
ends
goes on
uncaught: a task failed
