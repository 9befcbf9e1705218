<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Pusher;

use Swoole\WebSocket\Server;
use Tern\Pusher\Application;
use Tern\WebSocket\Rooms;
use function is_string;
use function strlen;

/** The channels of all workers: who is in them, and what is sent to them. */
final class Hub
{
    private const TERMINATED = 4009;

    private readonly Rooms $rooms;
    public readonly Presence $presence;
    public readonly Cached $cached;

    public function __construct(public readonly Server $server, public readonly Settings $settings)
    {
        $this->rooms = new Rooms($server, $settings->rooms);
        $this->presence = new Presence($server, $this->rooms, $settings);
        $this->cached = new Cached($settings->cache_size, $settings->cache_time);
    }

    public function socketId(int $fd): string
    {
        return $this->rooms->address($fd);
    }

    /**
     * @return string[] the same, or nothing for null
     * @throws Refusal 400
     */
    public static function exception(mixed $socketId): array
    {
        if ($socketId !== null && (!is_string($socketId) || preg_match('/^\d{1,16}\.\d{1,18}$/D', $socketId) !== 1)) {
            throw new Refusal(400, 'socket_id must be two numbers with a dot between them');
        }
        return $socketId === null ? [] : [$socketId];
    }

    /**
     * For the limit of the application. Suspends.
     *
     * @throws Refusal 4004
     */
    public function admit(int $fd, Application $application): void
    {
        if ($application->max_connections === 0) {
            return;
        }
        $this->rooms->join($fd, $application->id);
        if ($this->rooms->count($application->id) > $application->max_connections) {
            throw new Refusal(4004, "the application has $application->max_connections connections already");
        }
    }

    /**
     * Suspends.
     *
     * @throws Refusal 403, 503
     */
    public function subscribe(Connection $connection, Channel $channel, ?Member $member): void
    {
        $room = $channel->room($connection->application);
        if ($member !== null) {
            $this->presence->join($connection, $channel, $member);
        } elseif ($this->rooms->join($connection->fd, $room)) {
            $this->server->push($connection->fd, Message::subscribed($channel->name));
        } else {
            throw new Refusal(503, 'the connection cannot join');
        }
        $connection->channels[$channel->name] = $member;
        if ($channel->isCached) {
            $last = $this->cached->last($room);
            $this->server->push($connection->fd, $last === null ? Message::event('pusher:cache_miss', $channel->name, '{}') : $last[0]);
        }
    }

    /** Suspends. */
    public function unsubscribe(Connection $connection, string $channel): void
    {
        $member = $connection->channels[$channel] ?? null;
        unset($connection->channels[$channel]);
        $room = (new Channel($channel))->room($connection->application);
        if ($member !== null) {
            $this->presence->leave($connection->fd, $room, $member->id);
        } else {
            $this->rooms->leave($connection->fd, $room);
        }
    }

    /** Suspends. */
    public function leave(Connection $connection): void
    {
        foreach (array_filter($connection->channels) as $channel => $member) {
            $this->unsubscribe($connection, (string) $channel);
        }
    }

    public function signIn(Connection $connection, Member $user): void
    {
        $connection->user = $user;
        $this->rooms->join($connection->fd, self::user($connection->application, $user->id));
    }

    /**
     * Disconnects a user everywhere. Suspends.
     *
     * @throws Refusal 503
     */
    public function terminate(Application $application, string $user): void
    {
        $connections = $this->rooms->members(self::user($application, $user));
        if ($connections === false) {
            throw new Refusal(503, 'a worker does not answer');
        }
        foreach ($connections as $fd) {
            $this->server->push($fd, Message::error(self::TERMINATED, 'Terminated by the application'));
            $this->server->disconnect($fd, self::TERMINATED, 'Terminated by the application');
        }
    }

    /**
     * What a member of a channel says to the others.
     */
    public function send(Application $application, Channel $channel, string $message, int $except): void
    {
        $this->rooms->broadcast($channel->room($application), $message, $except);
    }

    /**
     * What the application says in a channel.
     *
     * @param string[] $except socket ids
     * @throws Refusal 413
     */
    public function publish(Application $application, Channel $channel, Event $event, array $except): void
    {
        $message = Message::event($event->name, $channel->name, $event->data);
        $room = $channel->room($application);
        if ($channel->isCached) {
            $this->cached->put($room, $message, $event->data);
        }
        if (!$this->rooms->broadcast($room, $message, $except) && swoole_last_error() === SWOOLE_ERROR_DATA_LENGTH_TOO_LARGE) {
            throw new Refusal(413, 'the event has ' . strlen($message) . ' bytes in JSON, which is too much');
        }
    }

    /**
     * How many connections of this server are in it. Suspends.
     *
     * @throws Refusal 503
     */
    public function count(Application $application, Channel $channel): int
    {
        $count = $this->rooms->count($channel->room($application));
        return $count === false ? throw new Refusal(503, 'a worker does not answer') : $count;
    }

    private static function user(Application $application, string $id): string
    {
        return "$application->id user:$id";
    }
}
