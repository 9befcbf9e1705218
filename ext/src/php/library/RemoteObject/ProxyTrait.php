<?php

declare(strict_types=1);

namespace Swoole\RemoteObject;

use Swoole\RemoteObject;

/** For a class whose objects pass on to a RemoteObject what they do not have themselves. Every call suspends. */
trait ProxyTrait
{
    /**
     * @param array<mixed> $args
     * @return mixed
     */
    public function __call(string $method, array $args)
    {
        return $this->getObject()->__call($method, $args);
    }

    /** @return mixed */
    public function __get(string $property)
    {
        return $this->getObject()->__get($property);
    }

    public function __set(string $property, mixed $value)
    {
        $this->getObject()->__set($property, $value);
    }

    public function __isset(string $property): bool
    {
        return $this->getObject()->__isset($property);
    }

    public function __toString(): string
    {
        return $this->getObject()->__toString();
    }

    /**
     * @param mixed ...$args
     * @return mixed
     */
    public function __invoke(...$args)
    {
        return $this->getObject()->__invoke(...$args);
    }

    public function offsetGet(mixed $offset): mixed
    {
        return $this->getObject()->offsetGet($offset);
    }

    public function offsetSet(mixed $offset, mixed $value): void
    {
        $this->getObject()->offsetSet($offset, $value);
    }

    public function offsetUnset(mixed $offset): void
    {
        $this->getObject()->offsetUnset($offset);
    }

    public function offsetExists(mixed $offset): bool
    {
        return $this->getObject()->offsetExists($offset);
    }

    public function current(): mixed
    {
        return $this->getObject()->current();
    }

    public function next(): void
    {
        $this->getObject()->next();
    }

    public function key(): mixed
    {
        return $this->getObject()->key();
    }

    public function valid(): bool
    {
        return $this->getObject()->valid();
    }

    public function rewind(): void
    {
        $this->getObject()->rewind();
    }

    public function count(): int
    {
        return $this->getObject()->count();
    }

    abstract protected function getObject(): RemoteObject;
}
