--TEST--
A child that the program forks leaves the waits of its parent alone
--ENV--
USE_ZEND_ALLOC=1
ASAN_OPTIONS=detect_leaks=0
--EXTENSIONS--
pcntl
--FILE--
<?php
Co::set(['enable_preemptive_scheduler' => true]);
Co\run(function () {
    [$one, $other] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    go(function () use ($one) { $events = Co\System::waitEvent($one, SWOOLE_EVENT_READ, 10); echo "ready: $events\n"; });
    [$two, $another] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    Swoole\Event::add($two, function () use ($two) { Swoole\Event::del($two); echo "event\n"; });
    $child = pcntl_fork();
    if ($child === 0) exit(7);
    pcntl_waitpid($child, $status);
    echo 'child: ', pcntl_wexitstatus($status), "\n";
    fwrite($another, 'x');
    Co::sleep(0.01);
    fwrite($other, 'x');
    Co::sleep(0.01);
    $stop = false;
    go(function () use (&$stop) { while (!$stop); echo "still gives way\n"; });
    $stop = true;
});
?>
--EXPECT--
child: 7
event
ready: 512
still gives way
