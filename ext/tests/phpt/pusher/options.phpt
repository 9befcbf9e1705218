--TEST--
Tern\Pusher\Broadcasting: options, applications and servers are checked
--FILE--
<?php
use Swoole\WebSocket\Server;
use Tern\Pusher\Application;
use Tern\Pusher\Broadcasting;

function attempt(mixed $applications, array $options = [], ?Server $server = null): void
{
    try {
        new Broadcasting($server ?? new Server('127.0.0.1', 0), $applications, $options);
        echo "made\n";
    } catch (Throwable $thrown) {
        echo get_class($thrown), ': ', $thrown->getMessage(), "\n";
    }
}
$one = new Application('1', 'a', 's');
attempt([]);
attempt(['x']);
attempt([$one, new Application('1', 'b', 's')]);
attempt([$one, new Application('2', 'a', 's')]);
attempt([$one, new Application('2', 'b', 's')]);
attempt($one, ['max_event_size' => 100_001]);
attempt($one, ['activity_timeout' => '30']);
attempt($one, ['pong_timeout' => 0]);
attempt($one, ['on_full' => 'wait']);
attempt($one, ['unknown' => 1]);
$server = new Server('127.0.0.1', 0);
$server->on('handshake', fn () => null);
attempt($one, [], $server);
unset($server);
gc_collect_cycles();
?>
--EXPECT--
ValueError: Tern\Pusher\Broadcasting: there is no application
ValueError: Tern\Pusher\Broadcasting: applications must be objects of Tern\Pusher\Application
ValueError: Tern\Pusher\Broadcasting: two applications have the key 'b' or the id '1'
ValueError: Tern\Pusher\Broadcasting: two applications have the key 'a' or the id '2'
made
ValueError: Tern\Pusher\Broadcasting: max_event_size must be 256 to 100000, 100001 given
ValueError: Tern\Pusher\Broadcasting: activity_timeout must be 1 to 86400, "30" given
ValueError: Tern\Pusher\Broadcasting: pong_timeout must be 1 to 86400, 0 given
ValueError: Tern\WebSocket\Rooms: on_full must be 'drop' or 'close', 'wait' given
ValueError: Tern\Pusher\Broadcasting has no option 'unknown': there are activity_timeout, pong_timeout, max_event_size, max_member_size, channels_per_connection, members_per_channel, max_members, client_events_per_second, messages_per_second, cache_size, cache_time, backplane, prefix, queue, on_full, compress
InvalidArgumentException: Tern\Pusher\Broadcasting: a server that answers handshakes itself cannot be used
