--TEST--
Event: a descriptor is a stream, a number, a socket, or an object that has one
--EXTENSIONS--
sockets
--FILE--
<?php
use Swoole\Event;
class Wrapper { public $fd; function __construct($fd) { $this->fd = $fd; } }
class Older { public $sock; function __construct($fd) { $this->sock = $fd; } }
$seen = function ($given) use (&$own, &$pairs) {
    echo is_object($given) ? get_class($given) : gettype($given), ' ', json_encode($given === $own), "\n";
    var_dump(Event::isset($given), Event::del($given), Event::isset($given));
};
socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $sockets);
socket_write($sockets[1], 'x');
[$stream, $peer] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
fwrite($peer, 'x');
$own = $stream;
$fd = Event::add($stream, $seen);
Event::wait();
foreach ([$fd, new Wrapper($fd), new Older($fd), $sockets[0]] as $own) {
    $got = Event::add($own, $seen);
    if (!is_object($own) && $got !== $fd) echo "another number\n";
    Event::wait();
}
var_dump(socket_read($sockets[0], 10));
Event::add($sockets[0], $seen);
socket_close($sockets[0]);
var_dump(Event::isset($sockets[0]), Event::del($sockets[0]));
var_dump(@Event::add($sockets[0], $seen));
echo error_get_last()['message'], "\n";
$server = stream_socket_server('tcp://127.0.0.1:0');
Event::add($server, function ($server) {
    $client = stream_socket_accept($server);
    echo fread($client, 10), "\n";
    Event::del($server);
});
$client = stream_socket_client('tcp://' . stream_socket_get_name($server, false));
fwrite($client, 'accepted');
Event::wait();
$process = proc_open(['echo', 'from a pipe'], [1 => ['pipe', 'w']], $pipes);
Event::add($pipes[1], function ($pipe) {
    echo fgets($pipe);
    Event::del($pipe);
});
?>
--EXPECT--
resource true
bool(true)
bool(true)
bool(false)
integer true
bool(true)
bool(true)
bool(false)
Wrapper true
bool(true)
bool(true)
bool(false)
Older true
bool(true)
bool(true)
bool(false)
Socket true
bool(true)
bool(true)
bool(false)
string(1) "x"
bool(true)
bool(true)
bool(false)
Swoole\Event::add(): Argument #1 ($fd) must be an open descriptor, a stream or a socket
accepted
from a pipe
