<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Revolt;

use Closure;
use Revolt\EventLoop\CallbackType;
use function is_int;
use function is_resource;

/** A function that the program has registered for an event. */
final class Callback
{
    public bool $isEnabled = true;
    public bool $isReferenced = true;
    /** Whether events count: from the tick on after it was enabled. */
    public bool $isActive = false;
    /** Of a timer, in seconds. */
    public float $due = 0;
    /** Of a timer: its entry in Timers; 0: none. */
    public int $entry = 0;
    /** Null after cancel(), so that nothing keeps what it holds. */
    public ?Closure $closure;
    /** Of the stream, also when the program has closed it, or of the signal. */
    public readonly int $number;

    /**
     * @param float $interval of a timer, in seconds
     * @param mixed $source a stream, or the number of a signal
     */
    public function __construct(
        public readonly string $id,
        public readonly CallbackType $type,
        public readonly Owner $owner,
        Closure $closure,
        public readonly float $interval = 0,
        public readonly mixed $source = null,
    ) {
        $this->closure = $closure;
        $this->number = is_resource($source) ? get_resource_id($source) : (is_int($source) ? $source : 0);
    }

    public function isTimer(): bool
    {
        return $this->type === CallbackType::Delay || $this->type === CallbackType::Repeat;
    }

    /** @return list<mixed> what the function is called with */
    public function arguments(): array
    {
        return $this->source === null ? [$this->id] : [$this->id, $this->source];
    }
}
