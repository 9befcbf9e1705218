<?php

declare(strict_types=1);

namespace Swoole\NameResolver;

use RedisException;
use Swoole\NameResolver;
use Tern\Internal\Client\Hooked;
use function is_array;
use function is_string;

/** Services in Redis: each is a set of address:port. $url is tcp://address:6379, with password and /database if needed. */
class Redis extends NameResolver
{
    private const PORT = 6379;
    private const SECONDS = 10.0;

    /**
     * @param string $url
     * @param string $prefix
     */
    public function __construct($url, $prefix = 'swoole:service:')
    {
        parent::__construct($url, $prefix);
    }

    /** @param array<string, mixed> $options none are known */
    public function join(string $name, string $ip, int $port, array $options = []): bool
    {
        return $this->command(fn(\Redis $redis) => $redis->sAdd($this->prefix . $name, "$ip:$port")) !== false;
    }

    public function leave(string $name, string $ip, int $port): bool
    {
        return $this->command(fn(\Redis $redis) => $redis->sRem($this->prefix . $name, "$ip:$port")) !== false;
    }

    public function getCluster(string $name): ?Cluster
    {
        $members = $this->command(fn(\Redis $redis) => $redis->sMembers($this->prefix . $name));
        $cluster = new Cluster();
        foreach (is_array($members) ? $members : [] as $member) {
            $member = is_string($member) ? $member : '';
            $colon = (int) strrpos($member, ':');
            $cluster->add(substr($member, 0, $colon), (int) substr($member, $colon + 1));
        }
        return $cluster->count() > 0 ? $cluster : null;
    }

    /**
     * May suspend.
     *
     * @return \Redis
     * @throws Exception
     */
    protected function connect()
    {
        if (!class_exists(\Redis::class)) {
            throw new Exception('NameResolver\Redis needs the redis extension (package php-redis)');
        }
        $redis = new \Redis();
        $redis->connect((string) $this->info['host'], (int) ($this->info['port'] ?? self::PORT), self::SECONDS);
        if (isset($this->info['pass'])) {
            $redis->auth((string) $this->info['pass']);
        }
        $database = (int) trim((string) ($this->info['path'] ?? ''), '/');
        if ($database !== 0) {
            $redis->select($database);
        }
        return $redis;
    }

    /** @param callable(\Redis): mixed $call */
    private function command(callable $call): mixed
    {
        try {
            return Hooked::call(fn() => $call($this->connect()), self::SECONDS);
        } catch (RedisException $error) {
            throw new Exception("$this->baseUrl: {$error->getMessage()}", 0, $error);
        }
    }
}
