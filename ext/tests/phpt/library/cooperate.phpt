--TEST--
Internal\cooperate(): calls of one coroutine suspend it, whatever hooks are on
--FILE--
<?php
use function Tern\Internal\{cooperate, is_overdue, uncooperate};

Swoole\Runtime::enableCoroutine(0);
Co\run(function () {
    go(function () { $before = cooperate(); usleep(1000); uncooperate($before); usleep(1000); echo "first\n"; });
    echo "meanwhile\n";
    go(function () { usleep(1000); echo "second\n"; });
    echo "not meanwhile\n";
});
Co\run(function () {
    [$one, $other] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $before = cooperate(0.001);
    echo 'reads ', json_encode(@fread($one, 1)), is_overdue() ? ' overdue' : '', "\n";
    echo 'again ', json_encode(@fread($one, 1)), "\n";
    uncooperate($before);
    $before = cooperate(100);
    echo 'sleeps ', time_nanosleep(0, 1000), is_overdue() ? ' overdue' : '', "\n";
    $within = cooperate(0.001);
    echo 'sleeps ', json_encode(is_array(time_nanosleep(100, 0))), is_overdue() ? ' overdue' : '', "\n";
    uncooperate($within);
    var_dump(is_overdue());
    $within = cooperate();
    var_dump(is_overdue());
    uncooperate($within);
    uncooperate($before);
    cooperate(0.001);
    cooperate(100);
    echo 'sleeps ', json_encode(is_array(time_nanosleep(100, 0))), is_overdue() ? ' overdue' : '', "\n";
    var_dump(Co::isCanceled());
});
try {
    cooperate();
} catch (Error $error) {
    echo $error->getMessage(), "\n";
}
?>
--EXPECT--
meanwhile
second
not meanwhile
first
reads "" overdue
again ""
sleeps 1
sleeps true overdue
bool(false)
bool(false)
sleeps true overdue
bool(false)
API must be called in the coroutine
