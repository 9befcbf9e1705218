--TEST--
Internal\cooperate(): calls of one coroutine suspend it, whatever hooks are on
--FILE--
<?php
use function Tern\Internal\{cooperate, is_overdue};

Swoole\Runtime::enableCoroutine(0);
Co\run(function () {
    go(function () { cooperate(true); usleep(1000); var_dump(cooperate(false)); usleep(1000); echo "first\n"; });
    echo "meanwhile\n";
    go(function () { usleep(1000); var_dump(cooperate(true)); echo "second\n"; });
    echo "not meanwhile\n";
});
Co\run(function () {
    [$one, $other] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    cooperate(true, 0.001);
    echo 'reads ', json_encode(@fread($one, 1)), is_overdue() ? ' overdue' : '', "\n";
    echo 'again ', json_encode(@fread($one, 1)), "\n";
    cooperate(true, 100);
    echo 'sleeps ', time_nanosleep(0, 1000), is_overdue() ? ' overdue' : '', "\n";
    cooperate(true, 0.001);
    echo 'sleeps ', json_encode(is_array(time_nanosleep(100, 0))), is_overdue() ? ' overdue' : '', "\n";
    cooperate(false);
    var_dump(is_overdue(), Co::isCanceled());
});
try {
    cooperate(true);
} catch (Error $error) {
    echo $error->getMessage(), "\n";
}
?>
--EXPECT--
meanwhile
bool(false)
second
not meanwhile
bool(true)
first
reads "" overdue
again ""
sleeps 1
sleeps true overdue
bool(false)
bool(false)
API must be called in the coroutine
