--TEST--
Tern\Internal\Poller: descriptors, a time and coroutines, without holding the program
--EXTENSIONS--
pcntl
--FILE--
<?php
use Swoole\Coroutine;
use Tern\Internal\Poller;
use function Tern\Internal\{turn, wait_for_event, wake};

[$stream, $peer] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$calls = 0;
$poller = new Poller(function () use (&$calls) { ++$calls; });
$fd = $poller->watch($stream, 3);
echo 'writable: ', json_encode($poller->collect() === [$fd => 2]), "\n";
$poller->watch($fd, 1);
echo 'not readable: ', json_encode($poller->collect()), "\n";
$poller->arm(-1);
echo 'held by nothing: ', json_encode(turn()), " $calls\n";
$poller->hold(true);
fwrite($peer, 'x');
turn();
echo "called once: $calls ", json_encode($poller->collect() === [$fd => 1]), "\n";
$poller->hold(false);
$poller->arm(3600);
echo 'a time holds nothing: ', json_encode(turn()), "\n";
fread($stream, 1);
$poller->hold(true);
$poller->arm(0.001);
turn();
echo "the time is over: $calls\n";
$poller->disarm();
fclose($peer);
echo 'broken: ', json_encode($poller->collect() === [$fd => 3]), "\n";
$poller->unwatch($fd);
fclose($stream);
echo 'closed: ', $poller->watch($stream, 1), ' ', json_encode($poller->collect()), "\n";
$file = fopen(__FILE__, 'r');
$poller->watch($file, 1);
$poller->arm(-1);
turn();
echo "a file is ready: $calls ", count($poller->collect()), "\n";
$poller->hold(false);

$poller = new Poller(function () { echo "called\n"; });
Co\run(function () use ($poller) {
    $id = go(function () { $seen = json_encode(wait_for_event(false)); echo "$seen\n"; });
    $poller->hold(true);
    $poller->arm(0);
    $poller->resume($id);
    $poller->resume(1000);
    echo "resumed at the end of the turn, before the call\n";
    Coroutine::sleep(0.001);
    $id = go(function () { $seen = json_encode(wait_for_event(true)); echo "woken $seen\n"; });
    wake($id);
    $id = go(function () { $seen = json_encode(wait_for_event(false)); echo "cancelled $seen\n"; });
    Coroutine::cancel($id);
    $poller->hold(false);
    go(function () { $seen = json_encode(wait_for_event(false)); echo "nothing can happen: $seen\n"; });
    go(function () { try { wait_for_event(true); } finally { echo "cancelled at the end, without a report\n"; } });
    try {
        turn();
    } catch (Error $error) {
        echo $error->getMessage(), "\n";
    }
});
$poller->arm(-1);
if (pcntl_fork() === 0) {
    echo 'in a fork: ', json_encode($poller->isUsable()), "\n";
    exit;
}
pcntl_wait($status);
echo 'here: ', json_encode($poller->isUsable()), "\n";
?>
--EXPECT--
writable: true
not readable: []
held by nothing: false 0
called once: 1 true
a time holds nothing: false
the time is over: 2
broken: true
closed: -1 []
a file is ready: 3 1
resumed at the end of the turn, before the call
true
called
woken true
cancelled false
The event loop of this process runs already: wait in a coroutine
nothing can happen: null
cancelled at the end, without a report
in a fork: false
here: true
