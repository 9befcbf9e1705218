--TEST--
WaitGroup: work that nobody does ends the program, and finally blocks run
--FILE--
<?php
use Swoole\Coroutine\WaitGroup;

register_shutdown_function(function () { echo "shutdown\n"; });
Swoole\Coroutine\run(function () {
    $group = new WaitGroup(1);
    try {
        $group->wait();
        echo "not reached\n";
    } finally {
        echo "finally\n";
    }
});
echo "after\n";
?>
--EXPECTF--
%Afinally
after
shutdown
