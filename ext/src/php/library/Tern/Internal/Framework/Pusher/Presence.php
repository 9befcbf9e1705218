<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Pusher;

use Closure;
use Swoole\Coroutine;
use Swoole\Lock;
use Swoole\Table;
use Swoole\WebSocket\Server;
use Tern\Pusher\Application;
use Tern\WebSocket\Rooms;
use function count;

/**
 * Who is in the presence channels, over all workers. The rooms know which connections are in a channel, the table knows the user
 * of each. The first connection of a user adds him to the channel, the last one removes him. A channel has one change at a
 * time, so that all its members see the same order.
 */
final class Presence
{
    private const LOCKS = 32;
    /** Bytes of the names of rooms and of users. */
    private const NAME = 256;

    private readonly Table $members;
    /** @var list<Lock> */
    private readonly array $locks;

    public function __construct(private readonly Server $server, private readonly Rooms $rooms, private readonly Settings $settings)
    {
        $this->members = new Table($settings->max_members);
        $this->members->column('fd', Table::TYPE_INT);
        $this->members->column('room', Table::TYPE_STRING, self::NAME);
        $this->members->column('user', Table::TYPE_STRING, self::NAME);
        $this->members->column('info', Table::TYPE_STRING, $settings->max_member_size);
        $this->members->create();
        $this->locks = array_map(static fn(): Lock => new Lock(Lock::MUTEX), range(1, self::LOCKS));
    }

    /**
     * Notifies the client and the other members. Suspends.
     *
     * @throws Refusal 403, 503
     */
    public function join(Connection $connection, Channel $channel, Member $member): void
    {
        $room = $channel->room($connection->application);
        $this->change($room, function () use ($connection, $channel, $member, $room): void {
            $users = $this->users($connection->application, $channel);
            $isNew = !isset($users[$member->id]);
            if ($isNew && count($users) >= $this->settings->members_per_channel) {
                throw new Refusal(403, "the channel has {$this->settings->members_per_channel} members already");
            }
            $this->enter($connection->fd, $room, $member);
            $users[$member->id] ??= $member->info;
            $this->pushAtOnce($connection->fd, Message::subscribed($channel->name, Message::presence($users)));
            if ($isNew) {
                $this->rooms->broadcast($room, Message::memberAdded($channel->name, $member), $connection->fd);
            }
        });
    }

    /** Suspends. Does nothing for a connection that is not in the channel. */
    public function leave(int $fd, string $room, string $user): void
    {
        $this->change($room, function () use ($fd, $room, $user): void {
            if (!$this->members->del(self::key($fd, $room))) {
                return;
            }
            $personal = self::personal($room, $user);
            $this->rooms->leave($fd, $room);
            $this->rooms->leave($fd, $personal);
            if ($this->rooms->count($personal) === 0) {
                $this->rooms->broadcast($room, Message::memberRemoved(self::channel($room), $user));
            }
        });
    }

    /**
     * Of this server. Suspends.
     *
     * @return array<array-key, string> by user: information, JSON
     * @throws Refusal 503
     */
    public function users(Application $application, Channel $channel): array
    {
        $room = $channel->room($application);
        $connections = $this->rooms->members($room);
        if ($connections === false) {
            throw new Refusal(503, 'a worker does not answer');
        }
        $users = [];
        foreach ($connections as $fd) {
            $row = $this->members->get(self::key($fd, $room));
            if ($row !== false) {
                $users[(string) $row['user']] = (string) $row['info'];
            }
        }
        return $users;
    }

    /** Removes the members whose worker has been killed. Suspends. */
    public function sweep(): void
    {
        $gone = [];
        foreach ($this->members as $row) {
            if (!$this->server->isEstablished((int) $row['fd'])) {
                $gone[] = $row;
            }
        }
        foreach ($gone as $row) {
            $this->leave((int) $row['fd'], (string) $row['room'], (string) $row['user']);
        }
    }

    /** @throws Refusal 503 */
    private function enter(int $fd, string $room, Member $member): void
    {
        $key = self::key($fd, $room);
        $personal = self::personal($room, $member->id);
        if (!@$this->members->set($key, ['fd' => $fd, 'room' => $room, 'user' => $member->id, 'info' => $member->info])) {
            throw new Refusal(503, 'there are too many members');
        }
        if (!$this->rooms->join($fd, $personal) || !$this->rooms->join($fd, $room)) {
            $this->members->del($key);
            $this->rooms->leave($fd, $personal);
            throw new Refusal(503, 'the connection cannot join');
        }
    }

    /** @param Closure(): void $change */
    private function change(string $room, Closure $change): void
    {
        $lock = $this->locks[crc32($room) % self::LOCKS];
        $lock->lock();
        try {
            $change();
        } finally {
            $lock->unlock();
        }
    }

    /** No other change waits for a client that does not read: it is disconnected. */
    private function pushAtOnce(int $fd, string $message): void
    {
        $sent = false;
        Coroutine::create(function () use ($fd, $message, &$sent): void {
            $sent = $this->server->push($fd, $message);
        });
        if (!$sent) {
            $this->server->close($fd, true);
        }
    }

    private static function key(int $fd, string $room): string
    {
        return $fd . sha1($room);
    }

    /** The connections of one user in one channel. */
    private static function personal(string $room, string $user): string
    {
        return 'member:' . hash('sha256', "$room\n$user");
    }

    private static function channel(string $room): string
    {
        return explode('/', $room, 2)[1];
    }
}
