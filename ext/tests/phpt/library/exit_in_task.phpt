--TEST--
batch(): exit() in a task ends the program through the caller
--FILE--
<?php
use Swoole\Coroutine as Co;
use function Swoole\Coroutine\{batch, run};

register_shutdown_function(function () { echo "shutdown\n"; });
run(function () {
    try {
        batch([function () { Co::sleep(0.001); exit(3); }, function () { Co::sleep(0.002); echo "the other ends\n"; }]);
        echo "not reached\n";
    } finally {
        echo "finally\n";
    }
});
echo "not reached\n";
?>
--EXPECT--
the other ends
finally
shutdown
