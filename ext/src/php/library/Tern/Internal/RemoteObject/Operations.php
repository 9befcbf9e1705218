<?php

declare(strict_types=1);

namespace Tern\Internal\RemoteObject;

use ArrayAccess;
use Countable;
use Stringable;
use Swoole\RemoteObject\Context;
use Swoole\RemoteObject\Exception;
use function count;
use function get_class;
use function is_callable;

/** What a request to a RemoteObject\Server does. */
final class Operations
{
    public function __construct(private ClientObjects $objects, private Context $context)
    {
    }

    /** @return mixed a copy for the client */
    public function run(): mixed
    {
        foreach (array_filter(explode(',', $this->context->getParam('released'))) as $id) {
            $this->objects->release((int) $id);
        }
        return $this->objects->export($this->result(), $this->context->getCoroutineId());
    }

    private function result(): mixed
    {
        $handler = $this->context->getHandler();
        return match ($handler) {
            'ping' => true,
            'create' => $this->create(),
            'call_function' => $this->callFunction(),
            'call_method' => $this->object()->{$this->name()}(...$this->args()),
            'invoke' => $this->invoke(),
            'get_property' => $this->object()->{$this->name()},
            'set_property' => $this->object()->{$this->name()} = $this->value('value'),
            'has_property' => isset($this->object()->{$this->name()}),
            'offset_get' => $this->array()[$this->value('offset')],
            'offset_set' => $this->array()->offsetSet($this->value('offset'), $this->value('value')),
            'offset_unset' => $this->array()->offsetUnset($this->value('offset')),
            'offset_exists' => isset($this->array()[$this->value('offset')]),
            'to_string' => $this->toText(),
            'count' => $this->count(),
            'iterate' => $this->iterate(),
            default => throw new Exception("There is no handler $handler"),
        };
    }

    private function create(): object
    {
        $class = $this->name();
        return class_exists($class) ? new $class(...$this->args()) : throw new Exception("The server does not have the class $class");
    }

    private function callFunction(): mixed
    {
        $function = $this->name();
        return is_callable($function) ? $function(...$this->args()) : throw new Exception("The server does not have the function $function()");
    }

    private function invoke(): mixed
    {
        $object = $this->object();
        return is_callable($object) ? $object(...$this->args()) : throw $this->lacks('__invoke()', $object);
    }

    private function toText(): string
    {
        $object = $this->object();
        return $object instanceof Stringable ? (string) $object : throw $this->lacks('__toString()', $object);
    }

    private function count(): int
    {
        $object = $this->object();
        return $object instanceof Countable ? count($object) : throw $this->lacks('count()', $object);
    }

    /** @return array{bool, mixed, mixed} whether there is an element, its key and its value */
    private function iterate(): array
    {
        $move = $this->context->getParam('move');
        $iterator = $this->objects->iterator((int) $this->context->getParam('object'), $move === 'rewind');
        if ($move === 'rewind' && $iterator === $this->object()) {
            $iterator->rewind();
        }
        if ($move === 'next') {
            $iterator->next();
        }
        return $iterator->valid() ? [true, $iterator->key(), $iterator->current()] : [false, null, null];
    }

    private function object(): object
    {
        return $this->objects->get((int) $this->context->getParam('object'));
    }

    /** @return ArrayAccess<mixed, mixed> */
    private function array(): ArrayAccess
    {
        $object = $this->object();
        return $object instanceof ArrayAccess ? $object : throw $this->lacks('offsetGet()', $object);
    }

    private function name(): string
    {
        return $this->context->getParam('name');
    }

    /** @return array<mixed> */
    private function args(): array
    {
        return (array) $this->value('args');
    }

    private function value(string $param): mixed
    {
        return $this->objects->import($this->context->getDataParam($param));
    }

    private function lacks(string $method, object $object): Exception
    {
        return new Exception(get_class($object) . " does not have $method");
    }
}
