<?php

declare(strict_types=1);

namespace Swoole\Database;

use mysqli;
use mysqli_sql_exception;
use mysqli_stmt;
use function in_array;
use function is_string;

/**
 * A mysqli object that connects again, once a call, when its connection is lost and no transaction with it.
 *
 * @extends ObjectProxy<mysqli>
 */
class MysqliProxy extends ObjectProxy
{
    /** The errors of a lost connection. */
    public const IO_ERRORS = [2002, 2006, 2013, 4031];
    private const BEGINS = ['begin_transaction' => true, 'commit' => false, 'rollback' => false];

    /** @var mysqli */
    protected $__object;
    /** @var callable(): mysqli */
    protected $constructor;
    /** @var int how often it connected again */
    protected $round = 0;
    private bool $in_transaction = false;
    private bool $autocommit = true;
    private ?string $charset = null;

    /** @param callable(): mysqli $constructor returns a new mysqli */
    public function __construct(callable $constructor)
    {
        $this->constructor = $constructor;
        parent::__construct($constructor());
    }

    /**
     * @param array<mixed> $arguments
     * @return mixed
     */
    public function __call(string $name, array $arguments)
    {
        $result = $this->attempt(fn() => $this->__object->{$name}(...$arguments), fn() => $this->__object->errno);
        $lower = strtolower($name);
        $this->in_transaction = self::BEGINS[$lower] ?? $this->in_transaction;
        match ($lower) {
            'autocommit' => $this->autocommit = (bool) $arguments[0],
            'set_charset' => $this->charset = is_string($arguments[0]) ? $arguments[0] : null,
            default => null,
        };
        if (!$result instanceof mysqli_stmt) {
            return $result;
        }
        $query = $arguments[0] ?? null;
        return new MysqliStatementProxy($result, is_string($query) ? $query : null, $this);
    }

    /**
     * Calls a function, and again after connecting again.
     *
     * @internal also for statements
     * @param callable $errno the number of the error, where errors are not exceptions
     */
    public function attempt(callable $call, callable $errno): mixed
    {
        $thrown = null;
        try {
            $result = $call();
            $lost = $result === false && in_array($errno(), self::IO_ERRORS, true);
        } catch (mysqli_sql_exception $thrown) {
            $lost = in_array($thrown->getCode(), self::IO_ERRORS, true);
        }
        if (!$lost) {
            return $thrown === null ? $result : throw $thrown;
        }
        $again = !$this->in_transaction && $this->autocommit;
        $this->reconnect();  // what the transaction did is gone, and the program is told
        return $again ? $call() : ($thrown === null ? $result : throw $thrown);
    }

    public function getRound(): int
    {
        return $this->round;
    }

    public function reconnect(): void
    {
        $this->__object = ($this->constructor)();
        ++$this->round;
        $this->in_transaction = false;
        if (!$this->autocommit) {
            $this->__object->autocommit(false);
        }
        if ($this->charset !== null) {
            $this->__object->set_charset($this->charset);
        }
    }
}
