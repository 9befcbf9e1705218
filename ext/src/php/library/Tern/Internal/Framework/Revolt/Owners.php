<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Revolt;

use Fiber;
use Revolt\EventLoop\Suspension;
use Swoole\Coroutine;
use WeakMap;
use WeakReference;
use function is_scalar;

/** Which coroutine what is registered belongs to, and the suspension of each place. */
final class Owners
{
    public ?Owner $main = null;
    /** @var array<int, Owner> owners of running callbacks, by coroutine */
    private array $owners = [];
    /** @var array<int, CoroutineSuspension> of callbacks, by coroutine */
    private array $suspensions = [];
    /** @var WeakMap<object, FiberSuspension> by fiber of PHP */
    private WeakMap $fibers;
    /** @var WeakMap<Coroutine\Context, Owner> */
    private WeakMap $coroutines;

    public function __construct()
    {
        $this->fibers = new WeakMap();
        $this->coroutines = new WeakMap();
    }

    /** The running coroutine, or that to which the running callback belongs. */
    public function current(): Owner
    {
        $cid = Coroutine::getCid();
        if (isset($this->owners[$cid])) {
            return $this->owners[$cid];
        }
        $coroutine = Coroutine::getContext();
        if ($coroutine === null) {
            return $this->main ??= new Owner(Owner::MAIN);
        }
        return $this->coroutines[$coroutine] ??= new Owner($cid);
    }

    public function of(int $cid): ?Owner
    {
        return $this->owners[$cid] ?? null;
    }

    public function isCallback(): bool
    {
        return isset($this->owners[Coroutine::getCid()]);
    }

    /** The running coroutine is that of a callback. */
    public function enter(Owner $owner): void
    {
        $this->owners[Coroutine::getCid()] = $owner;
    }

    /** The callback has ended. */
    public function leave(): void
    {
        $cid = Coroutine::getCid();
        unset($this->owners[$cid], $this->suspensions[$cid]);
    }

    /** Destructors may run in the coroutine that calls callbacks: what they register belongs to the owner of the last one. */
    public function prepare(?Owner $owner): void
    {
        if ($owner !== null && Coroutine::getCid() > 0) {
            $this->enter($owner);
        }
    }

    /**
     * Of the running place.
     *
     * @return Suspension<mixed>
     */
    public function suspension(Loop $loop): Suspension
    {
        $fiber = Fiber::getCurrent();
        if ($fiber !== null) {
            return $this->fibers[$fiber] ??= new FiberSuspension($loop, $fiber);
        }
        $cid = Coroutine::getCid();
        if (isset($this->owners[$cid])) {
            return $this->suspensions[$cid] ??= new CoroutineSuspension($loop, $cid);
        }
        $owner = $this->current();
        $suspension = $owner->suspension?->get();
        if ($suspension === null) {
            $suspension = new OwnerSuspension($loop, $owner);
            $owner->suspension = WeakReference::create($suspension);
        }
        return $suspension;
    }

    /** The running callback gets a new one. */
    public function forgetSuspension(): void
    {
        unset($this->suspensions[Coroutine::getCid()]);
    }

    /** Where callbacks wait, for an error message. */
    public function traces(): string
    {
        $traces = '';
        foreach ($this->suspensions as $cid => $ignored) {
            $frames = Coroutine::getBackTrace($cid, DEBUG_BACKTRACE_IGNORE_ARGS);
            foreach ($frames === false ? [] : $frames as $number => $frame) {
                $traces .= ($number === 0 ? "\n\n" : "\n") . "#$number " . self::describe($frame);
            }
        }
        return $traces;
    }

    /** @param array<string, mixed> $frame of a backtrace */
    private static function describe(array $frame): string
    {
        ['file' => $file, 'line' => $line, 'class' => $class, 'type' => $type, 'function' => $function]
            = array_map(static fn(mixed $part) => is_scalar($part) ? (string) $part : '', $frame)
            + ['file' => '', 'line' => '', 'class' => '', 'type' => '', 'function' => ''];
        return ($file === '' ? '' : "$file:$line ") . "$class$type$function()";
    }
}
