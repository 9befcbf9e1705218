--TEST--
Manual: Exceptions are caught within their coroutine; exit() is a Swoole\ExitException
--FILE--
<?php
use function Swoole\Coroutine\go;
use function Swoole\Coroutine\run;

function route() { controller(); }
function controller() { exit(3); }

run(function () {
    go(function () {
        try {
            call_user_func('missing_function');
        } catch (Error $e) {
            echo get_class($e), "\n";
        }
    });
    try {
        route();
    } catch (Swoole\ExitException $e) {
        var_dump($e->getMessage() !== '', $e->getStatus(), $e->getFlags() === SWOOLE_EXIT_IN_COROUTINE, $e->getLine());
    }
    echo "goes on\n";
});
?>
--EXPECT--
TypeError
bool(true)
int(3)
bool(true)
int(6)
goes on
