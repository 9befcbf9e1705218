<?php

declare(strict_types=1);

namespace Swoole\Database;

use Redis;
use RuntimeException;
use Swoole\ConnectionPool;
use function in_array;

/** Connections of the redis extension, which connects again by itself. */
class RedisPool extends ConnectionPool
{
    protected RedisConfig $config;

    public function __construct(RedisConfig $config, int $size = self::DEFAULT_SIZE)
    {
        $this->config = $config;
        parent::__construct(static fn() => self::connect($config), $size);
    }

    private static function connect(RedisConfig $config): Redis
    {
        if (!class_exists(Redis::class)) {
            throw new RuntimeException('RedisPool needs the redis extension (package php-redis)');
        }
        $redis = new Redis();
        $redis->connect(
            $config->getHost(),
            $config->getPort(),
            $config->getTimeout(),
            null,
            $config->getRetryInterval(),
            $config->getReadTimeout(),
        );
        foreach ($config->getOptions() as $option => $value) {
            $redis->setOption($option, $value);
        }
        /** @var string|array<string>|null $auth */
        $auth = $config->getAuth();
        if (!in_array($auth, ['', [], null], true)) {
            $redis->auth($auth);
        }
        if ($config->getDbIndex() !== 0) {
            $redis->select($config->getDbIndex());
        }
        return $redis;
    }
}
