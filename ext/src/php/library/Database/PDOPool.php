<?php

declare(strict_types=1);

namespace Swoole\Database;

use PDO;
use Swoole\ConnectionPool;

/** Connections of PDO, which connect again when they are lost. */
class PDOPool extends ConnectionPool
{
    protected PDOConfig $config;

    public function __construct(PDOConfig $config, int $size = self::DEFAULT_SIZE)
    {
        $this->config = $config;
        parent::__construct(static fn() => new PDO(
            self::dsn($config),
            $config->getUsername(),
            $config->getPassword(),
            $config->getOptions(),
        ), $size, PDOProxy::class);
    }

    /**
     * @param float $timeout in seconds; 0 or less: no limit
     * @return PDOProxy|false false when the time was over
     */
    public function get(float $timeout = -1)
    {
        /** @var PDOProxy|false $pdo */
        $pdo = parent::get($timeout);
        if ($pdo instanceof PDOProxy) {
            $pdo->reset();
        }
        return $pdo;
    }

    private static function dsn(PDOConfig $config): string
    {
        $driver = $config->getDriver();
        if ($driver === 'sqlite') {
            return "sqlite:{$config->getDbname()}";
        }
        $socket = $config->getUnixSocket() ?? '';
        [$where, $charset] = match (true) {
            $driver !== 'mysql' => ["host={$config->getHost()};port={$config->getPort()}", null],
            $socket !== '' => ["unix_socket=$socket", $config->getCharset()],
            default => ["host={$config->getHost()};port={$config->getPort()}", $config->getCharset()],
        };
        return "$driver:$where;dbname={$config->getDbname()}" . ($charset === null ? '' : ";charset=$charset");
    }
}
