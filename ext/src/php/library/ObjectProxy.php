<?php

declare(strict_types=1);

namespace Swoole;

/**
 * An object in the place of another one: properties and methods are that one's.
 *
 * @template T of object
 */
class ObjectProxy
{
    /** @var T */
    protected $__object;

    /** @param T $object */
    public function __construct(object $object)
    {
        $this->__object = $object;
    }

    /** @return T */
    public function __getObject()
    {
        return $this->__object;
    }

    /** @return mixed */
    public function __get(string $name)
    {
        return $this->__object->{$name};
    }

    /** @param mixed $value */
    public function __set(string $name, $value): void
    {
        $this->__object->{$name} = $value;
    }

    /**
     * @param string $name
     * @return bool
     */
    public function __isset($name)
    {
        return isset($this->__object->{$name});
    }

    public function __unset(string $name): void
    {
        unset($this->__object->{$name});
    }

    /**
     * @param array<mixed> $arguments
     * @return mixed
     */
    public function __call(string $name, array $arguments)
    {
        return $this->__object->{$name}(...$arguments);
    }

    /**
     * @param mixed ...$arguments
     * @return mixed
     */
    public function __invoke(...$arguments)
    {
        /** @var callable&object $object */
        $object = $this->__object;
        return $object(...$arguments);
    }
}
