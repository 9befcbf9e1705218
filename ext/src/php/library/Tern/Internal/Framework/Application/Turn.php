<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Application;

use Swoole\Coroutine;
use Swoole\Coroutine\CanceledException;
use Swoole\Http\Response;
use Tern\Http\Response as Answer;
use function Tern\Internal\give_way;
use function Tern\Internal\wait;
use function Tern\Internal\wake;

/** The wait of one request for an application. */
final class Turn
{
    /** Null: the request makes one itself. */
    public ?Handler $application = null;
    private bool $given = false;
    private bool $waits = false;

    public function __construct(private readonly int $cid)
    {
    }

    public function isGiven(): bool
    {
        return $this->given;
    }

    /** The request continues at the end of the loop's turn, when the coroutine that calls this has ended, or waits. */
    public function give(?Handler $application): void
    {
        $this->given = true;
        $this->application = $application;
        $this->waits && wake($this->cid);
    }

    /**
     * Suspends until give().
     *
     * @param int $most seconds; 0: no limit
     * @return bool false: the time was over before
     * @throws CanceledException when the client has gone, or the wait is cancelled for another reason
     */
    public function await(Response $response, int $most): bool
    {
        if (!Answer::onAbort($response, $this->leave(...), false)) {
            throw new CanceledException('The client has gone');
        }
        $this->waits = true;
        try {
            $woken = wait($most) && give_way();
            if (!$woken && Coroutine::isCanceled()) {
                throw new CanceledException('The wait for an application was cancelled');
            }
        } finally {
            $this->waits = false;
        }
        return $this->given;
    }

    /** The client has gone: the next one moves up. */
    private function leave(): void
    {
        if ($this->waits && !$this->given) {
            Coroutine::cancel($this->cid, true);
        }
    }
}
