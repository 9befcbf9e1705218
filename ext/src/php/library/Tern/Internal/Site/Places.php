<?php

declare(strict_types=1);

namespace Tern\Internal\Site;

use Swoole\Coroutine;
use Swoole\Http\Response;
use Tern\Internal\Framework\Application\Turn;
use function count;
use function Tern\Internal\report_applications;

/** Limits the number of scripts that run at a time in a worker. Requests beyond that wait, in order of arrival. */
final class Places
{
    private int $busy = 0;
    /** @var array<int, Turn> by coroutine, in the order of their coming; while there is one, no place is free */
    private array $waiting = [];

    /** @param int $maxWaitS seconds that a request waits; 0: any time */
    public function __construct(private readonly int $most, private readonly int $maxWaitS)
    {
    }

    /**
     * Suspends while all are taken.
     *
     * @return bool false: they were for too long, and the caller has none
     */
    public function take(Response $response): bool
    {
        if ($this->busy < $this->most) {
            ++$this->busy;
            $this->report();
            return true;
        }
        return $this->await($response);
    }

    /** To the request that has waited the longest. */
    public function giveBack(): void
    {
        $cid = array_key_first($this->waiting);
        if ($cid === null) {
            --$this->busy;
        } else {
            $turn = $this->waiting[$cid];
            unset($this->waiting[$cid]);
            $turn->give(null);
        }
        $this->report();
    }

    private function await(Response $response): bool
    {
        $cid = Coroutine::getCid();
        $this->waiting[$cid] = $turn = new Turn($cid);
        $this->report();
        $came = false;
        try {
            return $came = $turn->await($response, $this->maxWaitS);
        } finally {
            if (!$came) {
                unset($this->waiting[$cid]);
                $turn->isGiven() ? $this->giveBack() : $this->report();
            }
        }
    }

    private function report(): void
    {
        report_applications($this->most, $this->busy, count($this->waiting));
    }
}
