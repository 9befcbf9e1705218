--TEST--
pop() with a timeout against a push by a timer
--FILE--
<?php
Co\run(function () {
    $channel = new Chan(1);
    Swoole\Timer::after(2, function () use ($channel) { echo "pushes "; $channel->push('value'); echo "pushed "; });
    echo $channel->pop(5), ' ';
    echo json_encode($channel->pop(0.001)), ' ', $channel->errCode === SWOOLE_CHANNEL_TIMEOUT ? 'timeout' : $channel->errCode, "\n";
});
?>
--EXPECT--
pushes value pushed false timeout
