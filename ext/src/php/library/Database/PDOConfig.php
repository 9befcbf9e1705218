<?php

declare(strict_types=1);

namespace Swoole\Database;

use PDO;
use Tern\Internal\Client\Database\SqlConfig;

/** Where a PDOPool connects to. */
class PDOConfig
{
    use SqlConfig;

    /** The driver, if withDriver() has named no other. */
    public const DRIVER_MYSQL = 'mysql';

    protected string $driver = self::DRIVER_MYSQL;

    public function getDriver(): string
    {
        return $this->driver;
    }

    public function withDriver(string $driver): self
    {
        $this->driver = $driver;
        return $this;
    }

    /** @return string[] of this PHP */
    public static function getAvailableDrivers(): array
    {
        /** @var list<string> $drivers */
        $drivers = PDO::getAvailableDrivers();
        return $drivers;
    }
}
