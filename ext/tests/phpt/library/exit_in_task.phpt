--TEST--
batch(): exit() in a task ends the program through the caller
--FILE--
<?php
use Swoole\Coroutine as Co;
use function Swoole\Coroutine\{batch, run};

require __DIR__ . '/in_order.inc';
register_shutdown_function(function () { echo "shutdown\n"; });
run(function () {
    finish(1, 2);
    try {
        batch([function () { pause(1); exit(3); }, function () { pause(2); echo "the other ends\n"; }]);
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
