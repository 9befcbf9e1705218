<?php

declare(strict_types=1);

namespace Swoole\Database;

use PDO;
use PDOException;
use PDOStatement;

/**
 * A PDO object that connects again, once a call, when its connection is lost and no transaction with it.
 *
 * @extends ObjectProxy<PDO>
 */
class PDOProxy extends ObjectProxy
{
    /** @var PDO */
    protected $__object;
    /** @var callable(): PDO */
    protected $constructor;
    /** @var int how often it connected again */
    protected $round = 0;
    /** It was lost within a transaction: the program knows, and starts anew. */
    private bool $lost = false;
    /** @var array<int, mixed> as the program set them */
    private array $attributes = [];

    /** @param callable(): PDO $constructor returns a new PDO */
    public function __construct(callable $constructor)
    {
        $this->constructor = $constructor;
        parent::__construct($this->connect());
    }

    /**
     * @param array<mixed> $arguments
     * @return mixed
     */
    public function __call(string $name, array $arguments)
    {
        if ($this->lost) {
            $this->reconnect();
        }
        $in_transaction = $this->__object->inTransaction();
        try {
            $result = $this->__object->{$name}(...$arguments);
        } catch (PDOException $error) {
            $this->recover($error, $in_transaction);
            $result = $this->__object->{$name}(...$arguments);
        }
        return $result instanceof PDOStatement ? new PDOStatementProxy($result, $this, $arguments[1] ?? []) : $result;
    }

    /**
     * Calls a function, and again after connecting again.
     *
     * @internal for statements
     */
    public function attempt(callable $call): mixed
    {
        if ($this->lost) {
            $this->reconnect();
        }
        $in_transaction = $this->__object->inTransaction();
        try {
            return $call();
        } catch (PDOException $error) {
            $this->recover($error, $in_transaction);
            return $call();
        }
    }

    /** Connects again after a call that failed. Throws the error if it has another cause, or if a transaction is lost, too. */
    private function recover(PDOException $error, bool $in_transaction): void
    {
        if (!DetectsLostConnections::causedByLostConnection($error)) {
            throw $error;
        }
        if ($in_transaction) {
            $this->lost = true;
            throw $error;
        }
        $this->reconnect();
    }

    public function getRound(): int
    {
        return $this->round;
    }

    public function reconnect(): void
    {
        $this->__object = $this->connect();
        ++$this->round;
        $this->lost = false;
    }

    private function connect(): PDO
    {
        $pdo = ($this->constructor)();
        $pdo->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION);
        foreach ($this->attributes as $attribute => $value) {
            $pdo->setAttribute($attribute, $value);
        }
        return $pdo;
    }

    /** @param mixed $value */
    public function setAttribute(int $attribute, $value): bool
    {
        $this->attributes[$attribute] = $value;
        return $this->__object->setAttribute($attribute, $value);
    }

    public function inTransaction(): bool
    {
        return !$this->lost && $this->__object->inTransaction();
    }

    /** Before someone else has it. */
    public function reset(): void
    {
    }
}
