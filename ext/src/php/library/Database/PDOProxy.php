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
        $result = $this->attempt(fn() => $this->__object->{$name}(...$arguments));
        return $result instanceof PDOStatement ? new PDOStatementProxy($result, $this, $arguments[1] ?? []) : $result;
    }

    /**
     * Calls a function, and again after connecting again.
     *
     * @internal also for statements
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
            if (!DetectsLostConnections::causedByLostConnection($error)) {
                throw $error;
            }
            if ($in_transaction) {
                $this->lost = true;
                throw $error;
            }
        }
        $this->reconnect();
        return $call();
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
