--TEST--
Tern\WebSocket\Rooms: options are checked, and told apart from each other
--FILE--
<?php
use Swoole\WebSocket\Server;
use Tern\WebSocket\Rooms;

$server = new Server('127.0.0.1', 0);
function attempt(array $options, ?Server $of = null): void
{
    try {
        new Rooms($of ?? $GLOBALS['server'], $options);
        echo "made\n";
    } catch (Throwable $thrown) {
        echo get_class($thrown), ': ', $thrown->getMessage(), "\n";
    }
}
attempt(['size' => 1]);
attempt(['queue' => 1023]);
attempt(['queue' => '1024']);
attempt(['on_full' => 'wait']);
attempt(['compress' => 1]);
attempt(['rooms_per_connection' => 0]);
attempt(['members_per_room' => (1 << 24) + 1]);
attempt(['prefix' => '']);
attempt(['backplane' => 'rediss://:secret@host']);
attempt(['backplane' => 'redis://:secret@host/one']);
attempt(['backplane' => 'redis:///0']);
attempt(['backplane' => 6379]);
foreach (['redis://host', 'redis://user:p%40ss@[::1]:6380/15', 'redis+unix:/run/redis.sock'] as $url) {
    attempt(['backplane' => $url, 'prefix' => 'x', 'queue' => 1024, 'on_full' => 'close', 'compress' => false]);
}
$other = new Server('127.0.0.1', 0);
for ($i = 0; $i < 16; ++$i) {
    new Rooms($other);
}
attempt([], $other);
$rooms = new Rooms($server);
foreach ([fn () => $rooms->count('a'), fn () => $rooms->join(1, 'a'), fn () => $rooms->broadcastAll('a')] as $call) {
    try {
        $call();
    } catch (Throwable $thrown) {
        echo get_class($thrown), ': ', $thrown->getMessage(), "\n";
    }
}
var_dump($rooms->stats()['connected']);
?>
--EXPECT--
ValueError: Tern\WebSocket\Rooms has no option 'size': there are backplane, prefix, queue, on_full, compress, rooms_per_connection, members_per_room
ValueError: Tern\WebSocket\Rooms: queue must be 1024 to 1073741824, 1023 given
ValueError: Tern\WebSocket\Rooms: queue must be 1024 to 1073741824, '1024' given
ValueError: Tern\WebSocket\Rooms: on_full must be 'drop' or 'close', 'wait' given
ValueError: Tern\WebSocket\Rooms: compress must be true or false, 1 given
ValueError: Tern\WebSocket\Rooms: rooms_per_connection must be 1 to 100000, 0 given
ValueError: Tern\WebSocket\Rooms: members_per_room must be 1 to 16777216, 16777217 given
ValueError: Tern\WebSocket\Rooms: prefix must be a string that is not empty, '' given
ValueError: Tern\WebSocket\Rooms: backplane must be redis://[[user]:password@]host[:port][/database] or redis+unix:/path, 'rediss://host' given
ValueError: Tern\WebSocket\Rooms: backplane must be redis://[[user]:password@]host[:port][/database] or redis+unix:/path, 'redis://host' given
ValueError: Tern\WebSocket\Rooms: backplane must be redis://[[user]:password@]host[:port][/database] or redis+unix:/path, '?://?' given
ValueError: Tern\WebSocket\Rooms: backplane must be a string that is not empty, 6379 given
made
made
made
Swoole\Exception: a server may have 16 sets of rooms
Swoole\Exception: rooms are used in the workers of their server, when it has started
Swoole\Exception: rooms are used in the workers of their server, when it has started
Swoole\Exception: rooms are used in the workers of their server, when it has started
bool(false)
