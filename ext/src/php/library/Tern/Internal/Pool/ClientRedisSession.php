<?php

declare(strict_types=1);

namespace Tern\Internal\Pool;

use Closure;
use Swoole\Coroutine\Redis;
use Tern\PoolException;

/** Swoole\Coroutine\Redis. Programs have classes that extend it, so it has no methods for that. */
final class ClientRedisSession extends Session
{
    /** What it is as long as the program does not change it. */
    public const STATE = ['setting', 'compatible', 'deferred', 'password', 'database'];

    private readonly array $state;

    public function __construct(private readonly Redis $client)
    {
        $client->connected || throw new PoolException("$client->errMsg (" . swoole_strerror($client->errCode) . ')');
        $this->state = $this->within(function () {
            return array_map(fn(string $name) => $this->$name, array_combine(ClientRedisSession::STATE, ClientRedisSession::STATE));
        });
    }

    public function reset(): bool
    {
        if ($this->within(fn() => $this->connection === null || $this->subscribed || $this->pending !== [])) {
            return false;
        }
        ['password' => $password, 'database' => $database] = $this->state;
        // Servers before 6.2 do not know RESET: the rest is for them.
        $commands = [['RESET'], ...($password === '' ? [] : [['AUTH', $password]]), ['DISCARD'], ['UNWATCH'], ['SELECT', $database]];
        $replies = $this->exchange($commands);
        $state = $this->state;
        $this->within(function () use ($state) {
            foreach ($state as $name => $value) {
                $this->$name = $value;
            }
            $this->tune();
        });
        unset($replies['RESET'], $replies['DISCARD']);
        return !in_array(false, $replies, true);
    }

    /** One round trip. */
    private function exchange(array $commands): array
    {
        $this->client->setDefer();
        $sent = array_map($this->client->request(...), $commands);
        $replies = array_map(fn() => $this->client->recv(), $sent);
        return array_combine(array_column($commands, 0), $replies);
    }

    public function ping(): bool
    {
        return $this->client->ping() !== false;
    }

    public function close(): void
    {
        $this->client->close();
    }

    /** @param-closure-this Redis $closure */
    private function within(Closure $closure): mixed
    {
        return Closure::bind($closure, $this->client, Redis::class)();
    }
}
