<?php

declare(strict_types=1);

namespace Tern\Internal\Client\Pool;

use Closure;
use LogicException;
use Swoole\Coroutine\Redis;
use Tern\PoolException;
use function in_array;

/** Swoole\Coroutine\Redis. Programs have classes that extend it, so it has no methods for that. */
final class ClientRedisSession extends Session
{
    /**
     * What it is as long as the program does not change it.
     *
     * @var array{setting: array{connect_timeout: float, timeout: float, serialize: bool, reconnect: int, password: string, database: int},
     *     compatible: bool, deferred: bool, password: string, database: int}
     */
    private readonly array $state;

    public function __construct(private readonly Redis $client)
    {
        $client->connected || throw new PoolException("$client->errMsg (" . swoole_strerror($client->errCode) . ')');
        $state = null;
        $this->within(function () use (&$state) {
            $state = ['setting' => $this->setting, 'compatible' => $this->compatible, 'deferred' => $this->deferred,
                'password' => $this->password, 'database' => $this->database];
        });
        $this->state = $state ?? throw new LogicException('the client was not asked');
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
            [$this->setting, $this->compatible, $this->deferred] = [$state['setting'], $state['compatible'], $state['deferred']];
            [$this->password, $this->database] = [$state['password'], $state['database']];
            $this->tune();
        });
        unset($replies['RESET'], $replies['DISCARD']);
        return !in_array(false, $replies, true);
    }

    /**
     * One round trip.
     *
     * @param list<non-empty-list<int|string>> $commands
     * @return array<int|string, mixed>
     */
    private function exchange(array $commands): array
    {
        $this->client->setDefer();
        foreach ($commands as $words) {
            $this->client->request($words);
        }
        $replies = [];
        foreach ($commands as [$name]) {
            $replies[$name] = $this->client->recv();
        }
        return $replies;
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
