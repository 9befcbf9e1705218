<?php

declare(strict_types=1);

namespace Swoole;

use ArrayAccess;
use Countable;
use Iterator;
use Stringable;
use Swoole\RemoteObject\Client;
use Swoole\RemoteObject\Exception;
use function is_int;
use function is_string;

/**
 * Stands for an object in a process of a RemoteObject\Server. Every use of it is a request to that process, and suspends;
 * outside of coroutines it blocks. What the remote code throws is thrown here as a RemoteObject\Exception.
 *
 * Arguments and results are copies, except for objects: a result that is an object, or an array with objects, has
 * RemoteObjects in their place, and a RemoteObject as an argument is the object itself there. Enums are copied.
 *
 * @implements ArrayAccess<mixed, mixed>
 * @implements Iterator<mixed, mixed>
 */
class RemoteObject implements ArrayAccess, Stringable, Iterator, Countable
{
    private int $objectId = 0;
    /** Null in the server's process, and after Client and process have ended. */
    private ?Client $client;
    /** Whether the server counts this one: it has made it. Copies by unserialize() may live longer than the object. */
    private bool $isCounted = false;
    /** @var array{valid: bool, key: mixed, current: mixed}|null of the iteration; null: unknown */
    private ?array $position = null;

    /**
     * For marshal() and create().
     *
     * @param int $coroutineId
     * @param string $clientId
     */
    public function __construct(private $coroutineId, private $clientId)
    {
        $this->client = Client::getInstance($clientId);
    }

    /** The server frees the object at the next request of this client. */
    public function __destruct()
    {
        if ($this->isCounted) {
            $this->client?->release($this->objectId);
        }
    }

    /** Two would free one object. */
    private function __clone()
    {
    }

    /**
     * @param array<mixed> $args
     * @return mixed
     */
    public function __call(string $method, array $args)
    {
        return $this->request('call_method', ['name' => $method, 'args' => serialize($args)]);
    }

    /** @return mixed */
    public function __get(string $property)
    {
        return $this->request('get_property', ['name' => $property]);
    }

    public function __set(string $property, mixed $value)
    {
        $this->request('set_property', ['name' => $property, 'value' => serialize($value)]);
    }

    public function __isset(string $property): bool
    {
        return (bool) $this->request('has_property', ['name' => $property]);
    }

    /** @param array<mixed> $data */
    public function __unserialize(array $data): void
    {
        [$id, $coroutine, $client, $isCounted] = $data + [null, null, null, false];
        if (!is_int($id) || !is_int($coroutine) || !is_string($client)) {
            throw new Exception('This is not a serialized ' . self::class);
        }
        $this->objectId = $id;
        $this->coroutineId = $coroutine;
        $this->clientId = $client;
        $this->client = Client::getInstance($client);
        $this->isCounted = $isCounted === true;
    }

    /** @return array<mixed> */
    public function __serialize(): array
    {
        return [$this->objectId, $this->coroutineId, $this->clientId, $this->client === null];
    }

    public function __toString(): string
    {
        $text = $this->request('to_string');
        return is_string($text) ? $text : '';
    }

    /**
     * @param mixed ...$args
     * @return mixed
     */
    public function __invoke(...$args)
    {
        return $this->request('invoke', ['args' => serialize($args)]);
    }

    /**
     * Calls a function in the server's process. Suspends.
     *
     * @param string $fn also Class::method
     * @param array<mixed> $args
     * @return mixed
     */
    public static function call(Client $client, string $fn, array $args)
    {
        return $client->execute('call_function', ['name' => $fn, 'args' => serialize($args)]);
    }

    public function getObjectId(): int
    {
        return $this->objectId;
    }

    /**
     * Makes an object in the server's process. Suspends.
     *
     * @param array<mixed> $args of its constructor
     */
    public static function create(Client $client, string $class, array $args): RemoteObject
    {
        $made = $client->execute('create', ['name' => $class, 'args' => serialize($args)]);
        return $made instanceof self ? $made : throw new Exception("The server did not make an object of $class");
    }

    /** For the server: what stands for one of its objects. */
    public static function marshal(int $objectId, int $ownerCoroutineId, string $clientId): RemoteObject
    {
        $object = new self($ownerCoroutineId, $clientId);
        $object->objectId = $objectId;
        return $object;
    }

    public function offsetGet(mixed $offset): mixed
    {
        return $this->request('offset_get', ['offset' => serialize($offset)]);
    }

    public function offsetSet(mixed $offset, mixed $value): void
    {
        $this->request('offset_set', ['offset' => serialize($offset), 'value' => serialize($value)]);
    }

    public function offsetUnset(mixed $offset): void
    {
        $this->request('offset_unset', ['offset' => serialize($offset)]);
    }

    public function offsetExists(mixed $offset): bool
    {
        return (bool) $this->request('offset_exists', ['offset' => serialize($offset)]);
    }

    public function current(): mixed
    {
        return $this->position()['current'];
    }

    public function next(): void
    {
        $this->position = $this->iterate('next');
    }

    public function key(): mixed
    {
        return $this->position()['key'];
    }

    public function valid(): bool
    {
        return $this->position()['valid'];
    }

    public function rewind(): void
    {
        $this->position = $this->iterate('rewind');
    }

    public function count(): int
    {
        $count = $this->request('count');
        return is_int($count) ? max(0, $count) : 0;
    }

    /** @return array{valid: bool, key: mixed, current: mixed} */
    private function position(): array
    {
        return $this->position ??= $this->iterate('stay');
    }

    /**
     * One request moves and fetches.
     *
     * @return array{valid: bool, key: mixed, current: mixed}
     */
    private function iterate(string $move): array
    {
        $found = (array) $this->request('iterate', ['move' => $move]);
        return ['valid' => (bool) ($found[0] ?? false), 'key' => $found[1] ?? null, 'current' => $found[2] ?? null];
    }

    /** @param array<string, string> $params */
    private function request(string $handler, array $params = []): mixed
    {
        $this->position = null;  // the call may move it
        if ($this->client === null) {
            throw new Exception('The client of this object is not in this process');
        }
        return $this->client->execute($handler, ['object' => (string) $this->objectId] + $params);
    }
}
