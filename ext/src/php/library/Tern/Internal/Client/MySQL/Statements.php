<?php

declare(strict_types=1);

namespace Tern\Internal\Client\MySQL;

use mysqli_stmt;
use function count;
use function is_bool;
use function is_float;
use function is_int;

/** The prepared statements that a server keeps for a connection. It is told of their end when their last reference is gone. */
final class Statements
{
    /** The most idle statements that are kept; the one that was used longest ago is closed first. */
    private const MOST = 64;

    /** @var array<string, mysqli_stmt> by their text */
    public array $idle = [];
    /** @var array<int, mysqli_stmt> those that the program has, by spl_object_id() */
    private array $lent = [];
    /** @var list<mysqli_stmt> to be closed when no call is under way */
    private array $unwanted = [];

    public function take(string $sql): ?mysqli_stmt
    {
        $statement = $this->idle[$sql] ?? null;
        unset($this->idle[$sql]);
        return $statement === null ? null : $this->lend($statement);
    }

    public function lend(mysqli_stmt $statement): mysqli_stmt
    {
        return $this->lent[spl_object_id($statement)] = $statement;
    }

    /** Whether the program has it: a reset of the session takes it away. */
    public function isLent(mysqli_stmt $statement): bool
    {
        return isset($this->lent[spl_object_id($statement)]);
    }

    /** @param bool $busy whether a call is under way, or results are to come */
    public function giveBack(string $sql, mysqli_stmt $statement, bool $busy): void
    {
        if (isset($this->idle[$sql])) {
            $this->discard($statement, $busy);
            return;
        }
        unset($this->lent[spl_object_id($statement)]);
        $this->idle[$sql] = $statement;
        if (count($this->idle) > self::MOST) {
            $oldest = array_key_first($this->idle);
            $this->forget($this->idle[$oldest], $busy);
            unset($this->idle[$oldest]);
        }
    }

    /** Closes one that the program had. */
    public function discard(mysqli_stmt $statement, bool $busy): void
    {
        unset($this->lent[spl_object_id($statement)]);
        $this->forget($statement, $busy);
    }

    /** No call is under way any more. */
    public function closeUnwanted(): void
    {
        $this->unwanted = [];
    }

    /** No call is under way: all of them, also those that the program has. */
    public function close(): void
    {
        [$lent, $this->lent, $this->idle, $this->unwanted] = [$this->lent, [], [], []];
        foreach ($lent as $statement) {
            $statement->close();
        }
    }

    /** The connection is gone. */
    public function drop(): void
    {
        $this->lent = $this->idle = $this->unwanted = [];
    }

    /** @param list<mixed> $parameters */
    public static function bind(mysqli_stmt $statement, array $parameters): bool
    {
        $types = '';
        foreach ($parameters as $value) {
            $types .= is_int($value) || is_bool($value) ? 'i' : (is_float($value) ? 'd' : 's');
        }
        return $statement->bind_param($types, ...$parameters);
    }

    public function areIdle(): bool
    {
        return $this->lent === [] && $this->unwanted === [];
    }

    /** The server cannot be told while others use the connection. */
    private function forget(mysqli_stmt $statement, bool $busy): void
    {
        if ($busy) {
            $this->unwanted[] = $statement;
        }
    }
}
