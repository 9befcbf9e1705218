<?php

declare(strict_types=1);

namespace Tern\Internal\Client\Pool;

use function Tern\Internal\references;

/** PDO of PostgreSQL. */
final class PdoPgsqlSession extends PdoSession
{
    /** That of this object and that of the member. */
    private const OWN_REFERENCES = 2;

    protected function clean(mixed $autocommit): bool
    {
        $this->endTransaction();
        return $this->pdo->exec('DISCARD ALL') !== false;
    }

    /** A statement tells the server when it is freed, which would end the transaction of the next borrower. */
    public function isHeld(int $usual): bool
    {
        return references($this->pdo) > self::OWN_REFERENCES + $usual;
    }

    public function endTransaction(): void
    {
        if ($this->pdo->inTransaction()) {
            $this->pdo->exec('ROLLBACK');
        }
    }
}
