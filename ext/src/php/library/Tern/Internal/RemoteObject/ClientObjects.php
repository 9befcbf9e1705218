<?php

declare(strict_types=1);

namespace Tern\Internal\RemoteObject;

use ArrayIterator;
use Iterator;
use IteratorAggregate;
use IteratorIterator;
use Swoole\RemoteObject;
use Swoole\RemoteObject\Exception;
use Traversable;
use UnitEnum;
use function is_array;
use function is_object;
use function is_scalar;

/** The objects of one client in a worker, and how values travel. */
final class ClientObjects
{
    private const DEEPEST = 64;  // arrays in arrays

    /** @var array<int, object> by their id for the client */
    private array $objects = [];
    /** @var array<int, int> how many RemoteObjects stand for each */
    private array $references = [];
    /** @var array<int, int> the id by spl_object_id() */
    private array $ids = [];
    /** @var array<int, Iterator<mixed, mixed>> of objects that are no iterators themselves */
    private array $iterators = [];

    public function __construct(private string $client)
    {
    }

    public function get(int $id): object
    {
        return $this->objects[$id] ?? throw new Exception("There is no object $id in this process: the connection was lost, or the server has replaced its worker");
    }

    /** One RemoteObject less. */
    public function release(int $id): void
    {
        if (!isset($this->references[$id]) || --$this->references[$id] > 0) {
            return;
        }
        unset($this->ids[spl_object_id($this->objects[$id])], $this->objects[$id], $this->references[$id], $this->iterators[$id]);
    }

    /** A copy for the client: with RemoteObjects in the place of objects. */
    public function export(mixed $value, int $coroutine, int $depth = 0): mixed
    {
        if ($depth > self::DEEPEST) {
            throw new Exception('The result has more than ' . self::DEEPEST . ' arrays in each other');
        }
        if (is_object($value) && !$value instanceof UnitEnum) {
            return RemoteObject::marshal($this->add($value), $coroutine, $this->client);
        }
        if (is_array($value)) {
            return array_map(fn(mixed $one) => $this->export($one, $coroutine, $depth + 1), $value);
        }
        return is_scalar($value) || is_object($value) || $value === null ? $value
            : throw new Exception('The result is a ' . get_debug_type($value) . ', which cannot leave the process: keep it in an object');
    }

    /** An argument: with the objects in the place of RemoteObjects. */
    public function import(mixed $value): mixed
    {
        if ($value instanceof RemoteObject) {
            return $this->get($value->getObjectId());
        }
        return is_array($value) ? array_map($this->import(...), $value) : $value;
    }

    /**
     * The iterator of an object: itself, what its getIterator() returns, or one over its public properties.
     *
     * @return Iterator<mixed, mixed>
     */
    public function iterator(int $id, bool $fromStart): Iterator
    {
        $object = $this->get($id);
        if ($object instanceof Iterator) {
            return $object;
        }
        if ($fromStart || !isset($this->iterators[$id])) {
            $this->iterators[$id] = self::over($object);
            $this->iterators[$id]->rewind();
        }
        return $this->iterators[$id];
    }

    private function add(object $object): int
    {
        $id = $this->ids[spl_object_id($object)] ??= random_int(1, PHP_INT_MAX);
        $this->objects[$id] = $object;
        $this->references[$id] = ($this->references[$id] ?? 0) + 1;
        return $id;
    }

    /** @return Iterator<mixed, mixed> */
    private static function over(object $object): Iterator
    {
        while ($object instanceof IteratorAggregate) {
            $object = $object->getIterator();
        }
        return match (true) {
            $object instanceof Iterator => $object,
            $object instanceof Traversable => new IteratorIterator($object),
            default => new ArrayIterator(get_object_vars($object)),
        };
    }
}
