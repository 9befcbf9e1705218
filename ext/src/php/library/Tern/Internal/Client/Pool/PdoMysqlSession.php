<?php

declare(strict_types=1);

namespace Tern\Internal\Client\Pool;

use function Tern\Internal\reset_mysql;
use function is_scalar;
use function is_string;

/** PDO of MySQL and MariaDB, on PHP's own client library. */
final class PdoMysqlSession extends PdoSession
{
    private ?string $database = null;

    protected function begin(): void
    {
        $found = ($this->pdo->query('SELECT DATABASE()') ?: null)?->fetchColumn();
        $this->database = is_string($found) ? $found : null;
    }

    protected function clean(mixed $autocommit): bool
    {
        if (!@reset_mysql($this->pdo, $this->database)) {
            return false;
        }
        if (is_scalar($autocommit) && (int) $autocommit === 0) {
            $this->pdo->exec('SET autocommit = 0');
        }
        return true;
    }

    public function ping(): bool
    {
        return @$this->pdo->exec('DO 1') !== false;
    }
}
