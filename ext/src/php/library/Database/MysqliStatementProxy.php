<?php

declare(strict_types=1);

namespace Swoole\Database;

use mysqli_stmt;
use Tern\Internal\Client\Database\KeptSettings;

/**
 * A statement of a MysqliProxy: prepared anew, with its bindings, when its connection is another one.
 *
 * @extends ObjectProxy<mysqli_stmt>
 */
class MysqliStatementProxy extends ObjectProxy
{
    use KeptSettings;

    /** @var mysqli_stmt */
    protected $__object;
    /** @var string|null */
    protected $queryString;
    /** @var MysqliProxy */
    protected $parent;
    /** @var int of the parent */
    protected $parentRound;

    public function __construct(mysqli_stmt $object, ?string $queryString, MysqliProxy $parent)
    {
        parent::__construct($object);
        $this->queryString = $queryString;
        $this->parent = $parent;
        $this->parentRound = $parent->getRound();
    }

    /**
     * @param array<mixed> $arguments
     * @return mixed
     */
    public function __call(string $name, array $arguments)
    {
        if (strcasecmp($name, 'execute') !== 0 || $this->queryString === null) {
            return $this->__object->{$name}(...$arguments);
        }
        return $this->parent->attempt(function () use ($arguments) {
            $this->follow();
            /** @var array<array<mixed>|null> $arguments */
            return $this->__object->execute(...$arguments);
        }, fn() => $this->__object->errno);
    }

    private function follow(): void
    {
        if ($this->parentRound === $this->parent->getRound()) {
            return;
        }
        $mysqli = $this->parent->__getObject();
        $this->__object = $mysqli->prepare((string) $this->queryString) ?: throw new MysqliException($mysqli->error, $mysqli->errno);
        $this->applyAll();
        $this->parentRound = $this->parent->getRound();
    }

    /**
     * @param int $attr
     * @param int $mode
     */
    public function attr_set($attr, $mode): bool
    {
        return $this->keep("attribute $attr", static fn(mysqli_stmt $to) => $to->attr_set($attr, $mode));
    }

    /**
     * @param string $types
     * @param mixed ...$arguments
     */
    public function bind_param($types, &...$arguments): bool
    {
        return $this->keep('parameters', static fn(mysqli_stmt $to) => $to->bind_param($types, ...$arguments));
    }

    /** @param mixed ...$arguments */
    public function bind_result(&...$arguments): bool
    {
        return $this->keep('results', static fn(mysqli_stmt $to) => $to->bind_result(...$arguments));
    }
}
