<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Pusher;

use Closure;
use Swoole\Coroutine\Channel as Turn;
use Tern\Pusher\Application;

/** A client, in the worker that has its socket. */
final class Connection
{
    /** @var array<string, ?Member> by channel; null: a channel without members */
    public array $channels = [];
    /** Who has signed in. */
    public ?Member $user = null;
    /** Or about to be: nothing that it says counts. */
    public bool $isClosed = false;
    public bool $isPinged = false;
    /** Full while a message is handled. */
    private readonly Turn $turn;

    public function __construct(
        public readonly Application $application,
        public readonly int $fd,
        public readonly string $socketId,
        public readonly Bucket $messages,
        public readonly Bucket $events,
        /** Seconds of hrtime(). */
        public float $heardAt,
    ) {
        $this->turn = new Turn(1);
    }

    /** One call after the other, in their order: a subscription may wait for other workers. Suspends. */
    public function inTurn(Closure $call): void
    {
        $this->turn->push(true);
        try {
            $call();
        } finally {
            $this->turn->pop();
        }
    }
}
