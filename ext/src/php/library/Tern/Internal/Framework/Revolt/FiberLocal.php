<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Revolt;

use Closure;
use Fiber;
use stdClass;
use Swoole\Coroutine;
use WeakMap;

/**
 * Revolt\EventLoop\FiberLocal in coroutines: a value for each coroutine, and for each fiber of PHP.
 *
 * @template T
 */
final class FiberLocal
{
    /** @var WeakMap<object, WeakMap<self<mixed>, array{mixed}>>|null values by fiber or coroutine */
    private static ?WeakMap $values = null;
    private static ?stdClass $main = null;

    /** @param Closure(): T $initializer */
    public function __construct(private readonly Closure $initializer)
    {
    }

    /** Drops all values of the running fiber or coroutine. */
    public static function clear(): void
    {
        if (self::$values !== null) {
            unset(self::$values[self::running()]);
        }
    }

    /** @param T $value */
    public function set(mixed $value): void
    {
        self::own()[$this] = [$value];
    }

    public function unset(): void
    {
        unset(self::own()[$this]);
    }

    /** @return T */
    public function get(): mixed
    {
        $own = self::own();
        $own[$this] ??= [($this->initializer)()];
        return $own[$this][0];
    }

    /** @return WeakMap<self<mixed>, array{mixed}> */
    private static function own(): WeakMap
    {
        $running = self::running();
        $own = self::$values[$running] ?? null;
        if ($own === null) {
            /** @var WeakMap<self<mixed>, array{mixed}> $own */
            $own = new WeakMap();
            self::$values ??= new WeakMap();
            self::$values[$running] = $own;
        }
        return $own;
    }

    private static function running(): object
    {
        return Fiber::getCurrent() ?? Coroutine::getContext() ?? self::$main ??= new stdClass();
    }
}
