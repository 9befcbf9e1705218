--TEST--
Event: a stream that is closed without del() is quiet; its number can be added again
--FILE--
<?php
use Swoole\Event;
use Swoole\Timer;
class Holder { public function __construct(public string $name) {} public function __destruct() { echo "$this->name freed\n"; } }
function pair() { return stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0); }
function watch($stream, string $name) {
    $holder = new Holder($name);
    return Event::add($stream, function ($stream) use ($holder) {
        echo "$holder->name reads ", fread($stream, 100), "\n";
        Event::del($stream);
    });
}
[$first, $peer] = pair();
$fd = watch($first, 'first');
fclose($first);
fclose($peer);
$turns = 0;
Event::cycle(function () use (&$turns) { $turns++; });
Timer::after(20, function () use ($fd, &$turns) {
    echo $turns < 10 ? "no busy loop\n" : "$turns turns\n";
    do {
        [$second, $peer] = pair();
        $kept[] = [$second, $peer];
        // The system gives the lowest free number.
    } while (($got = watch($second, 'second')) !== $fd && Event::del($second));
    fwrite($peer, 'its own data');
    $GLOBALS['kept'] = $kept;
});
Event::wait();
echo "-- removed after it was closed\n";
[$third, $peer] = pair();
watch($third, 'third');
fclose($third);
var_dump(Event::del($third), @Event::del($third));
echo "-- unsent data of a closed one does not reach the next of its number\n";
[$ours, $peer] = pair();
$number = Event::add($ours, fn () => 0);
Event::del($ours);
Event::write($ours, str_repeat('secret ', 1000000));
fclose($ours);
fclose($peer);
$pairs = [];
do {
    $pairs[] = [$a, $b] = pair();
    foreach ([[$a, $b], [$b, $a]] as [$ours, $peer]) {
        $got = Event::add($ours, fn () => 0);
        Event::del($ours);
        if ($got === $number) break 2;
    }
} while (true);
var_dump(Event::write($number, 'public'), fread($peer, 100));
?>
--EXPECT--
no busy loop
first freed
second reads its own data
second freed
-- removed after it was closed
third freed
bool(true)
bool(false)
-- unsent data of a closed one does not reach the next of its number
bool(true)
string(6) "public"
