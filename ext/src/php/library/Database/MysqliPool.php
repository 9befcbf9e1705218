<?php

declare(strict_types=1);

namespace Swoole\Database;

use mysqli;
use Swoole\ConnectionPool;

/** Connections of mysqli, which connect again when they are lost. */
class MysqliPool extends ConnectionPool
{
    protected MysqliConfig $config;

    public function __construct(MysqliConfig $config, int $size = self::DEFAULT_SIZE)
    {
        $this->config = $config;
        parent::__construct(static fn() => self::connect($config), $size, MysqliProxy::class);
    }

    private static function connect(MysqliConfig $config): mysqli
    {
        $mysqli = new mysqli();
        /** @var int|string $value */
        foreach ($config->getOptions() as $option => $value) {
            $mysqli->options($option, $value);
        }
        $socket = $config->getUnixSocket() ?? '';
        $done = $mysqli->real_connect(
            $socket === '' ? $config->getHost() : 'localhost',
            $config->getUsername(),
            $config->getPassword(),
            $config->getDbname(),
            $config->getPort(),
            $socket === '' ? null : $socket,
        );
        if (!$done) {
            throw new MysqliException((string) $mysqli->connect_error, $mysqli->connect_errno);
        }
        $mysqli->set_charset($config->getCharset());
        return $mysqli;
    }
}
