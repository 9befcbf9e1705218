<?php

declare(strict_types=1);

namespace Swoole\Database;

use Iterator;
use IteratorAggregate;
use PDO;
use PDOStatement;
use Tern\Internal\Client\Database\KeptSettings;
use function is_array;
use function strlen;

/**
 * A statement of a PDOProxy: prepared anew, with its bindings and settings, when its connection is another one.
 *
 * @extends ObjectProxy<PDOStatement>
 * @implements IteratorAggregate<mixed>
 */
class PDOStatementProxy extends ObjectProxy implements IteratorAggregate
{
    use KeptSettings;

    /** @var PDOStatement */
    protected $__object;
    /** @var PDOProxy */
    protected $parent;
    /** @var int of the parent */
    protected $parentRound;
    /** @var array<mixed> */
    private array $options;

    public function __construct(PDOStatement $object, PDOProxy $parent, mixed $options = [])
    {
        parent::__construct($object);
        $this->parent = $parent;
        $this->parentRound = $parent->getRound();
        $this->options = is_array($options) ? $options : [];
    }

    /**
     * @param array<mixed> $arguments
     * @return mixed
     */
    public function __call(string $name, array $arguments)
    {
        if (strlen($name) !== 7 || strcasecmp($name, 'execute') !== 0) {
            return $this->__object->{$name}(...$arguments);  // results of a lost connection are lost
        }
        return $this->parent->attempt(function () use ($arguments) {
            $this->follow();
            /** @var array<array<mixed>|null> $arguments */
            return $this->__object->execute(...$arguments);
        });
    }

    private function follow(): void
    {
        if ($this->parentRound === $this->parent->getRound()) {
            return;
        }
        $this->__object = $this->parent->__getObject()->prepare($this->__object->queryString, $this->options);
        $this->applyAll();
        $this->parentRound = $this->parent->getRound();
    }

    public function getIterator(): Iterator
    {
        return $this->__object->getIterator();
    }

    /** @param mixed $value */
    public function setAttribute(int $attribute, $value): bool
    {
        return $this->keep("attribute $attribute", static fn(PDOStatement $to) => $to->setAttribute($attribute, $value));
    }

    /** @param mixed ...$params */
    public function setFetchMode(int $mode, ...$params): bool
    {
        return $this->keep('fetch mode', static fn(PDOStatement $to) => $to->setFetchMode($mode, ...$params));
    }

    /**
     * @param int|string $parameter
     * @param mixed $variable
     * @param mixed $driver_options
     */
    public function bindParam($parameter, &$variable, int $data_type = PDO::PARAM_STR, int $length = 0, $driver_options = null): bool
    {
        return $this->keep("parameter $parameter", static function (PDOStatement $to) use ($parameter, &$variable, $data_type, $length, $driver_options) {
            return $to->bindParam($parameter, $variable, $data_type, $length, $driver_options);
        });
    }

    /**
     * @param int|string $column
     * @param mixed $param
     * @param mixed $driverdata
     */
    public function bindColumn($column, &$param, ?int $type = null, int $maxlen = 0, $driverdata = null): bool
    {
        return $this->keep("column $column", static function (PDOStatement $to) use ($column, &$param, $type, $maxlen, $driverdata) {
            return $to->bindColumn($column, $param, $type ?? PDO::PARAM_STR, $maxlen, $driverdata);
        });
    }

    /**
     * @param int|string $parameter
     * @param mixed $value
     */
    public function bindValue($parameter, $value, int $data_type = PDO::PARAM_STR): bool
    {
        return $this->keep("parameter $parameter", static fn(PDOStatement $to) => $to->bindValue($parameter, $value, $data_type));
    }
}
