<?php

declare(strict_types=1);

namespace Tern\Internal\Client\Pool;

use PDO;
use PDOException;
use Tern\PoolException;

/** PDO with any driver: transactions, and the attributes that it had when it was new. */
class PdoSession extends Session
{
    private const ATTRIBUTES = [PDO::ATTR_ERRMODE, PDO::ATTR_CASE, PDO::ATTR_ORACLE_NULLS, PDO::ATTR_STRINGIFY_FETCHES,
        PDO::ATTR_STATEMENT_CLASS, PDO::ATTR_DEFAULT_FETCH_MODE, PDO::ATTR_EMULATE_PREPARES, PDO::ATTR_AUTOCOMMIT];
    /** Of MySQL: buffered queries; of PostgreSQL: no prepared statements. */
    private const OF_DRIVER = 1000;

    /** @var array<int, mixed> */
    private array $attributes = [];

    public static function ofDriver(PDO $pdo): self
    {
        return match ($pdo->getAttribute(PDO::ATTR_DRIVER_NAME)) {
            'mysql' => new PdoMysqlSession($pdo, [self::OF_DRIVER]),
            'pgsql' => new PdoPgsqlSession($pdo, [self::OF_DRIVER]),
            default => new self($pdo, []),
        };
    }

    /** @param list<int> $more attributes of the driver */
    final public function __construct(protected readonly PDO $pdo, array $more)
    {
        $this->refusePersistent();
        $mode = $pdo->getAttribute(PDO::ATTR_ERRMODE);
        $pdo->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION);
        foreach ([...self::ATTRIBUTES, ...$more] as $attribute) {
            try {
                $this->attributes[$attribute] = $pdo->getAttribute($attribute);
            } catch (PDOException) {  // the driver does not know it
            }
        }
        $this->begin();
        $this->attributes[PDO::ATTR_ERRMODE] = $mode;
        $pdo->setAttribute(PDO::ATTR_ERRMODE, $mode);
    }

    /** What else is to be as it was: notes it. Errors are exceptions meanwhile. */
    protected function begin(): void
    {
    }

    private function refusePersistent(): void
    {
        if ($this->pdo->getAttribute(PDO::ATTR_PERSISTENT)) {
            throw new PoolException('A pool cannot keep persistent connections (PDO::ATTR_PERSISTENT): objects share them');
        }
    }

    final public function reset(): bool
    {
        $this->pdo->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION);
        if (!$this->clean($this->attributes[PDO::ATTR_AUTOCOMMIT] ?? 1)) {
            return false;
        }
        foreach (array_reverse($this->attributes, true) as $attribute => $value) {
            if ($this->pdo->getAttribute($attribute) !== $value) {
                $this->pdo->setAttribute($attribute, $value);
            }
        }
        return true;
    }

    protected function clean(mixed $autocommit): bool
    {
        return !$this->pdo->inTransaction() || $this->pdo->rollBack();
    }

    public function ping(): bool
    {
        return $this->pdo->query('SELECT 1') !== false;
    }
}
