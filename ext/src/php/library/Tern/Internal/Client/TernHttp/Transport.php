<?php

declare(strict_types=1);

namespace Tern\Internal\Client\TernHttp;

use Tern\Http\Client\CircuitOpen;
use Tern\Http\Client\Response;
use Tern\Internal\Client\Deadline;
use Tern\Internal\Client\Failure;
use function hrtime;

/** Sends a request once. */
final class Transport
{
    public function __construct(private readonly Hosts $hosts)
    {
    }

    /**
     * Suspends.
     *
     * @param bool $is_fresh on a new connection
     * @throws Broken
     * @throws CircuitOpen
     */
    public function send(Request $request, Deadline $until, bool $is_fresh): Response
    {
        $host = $this->hosts->of($request);
        $breaker = $this->hosts->breaker($request->url);
        if ($breaker === null) {
            return $this->exchange($host, $request, $until, $is_fresh);
        }
        if (!$breaker->tryEnter()) {
            throw new CircuitOpen('the host has failed too often', $request->method, $request->url->text);
        }
        $is_good = null;
        try {
            $response = $this->exchange($host, $request, $until, $is_fresh);
            $is_good = $response->status < 500;
            return $response;
        } catch (Broken $why) {
            $is_good = $why->isStale || Broken::isCanceled($why->getCode()) ? null : false;
            throw $why;
        } finally {
            match ($is_good) {
                true => $breaker->noteSuccess(),
                false => $breaker->noteFailure(),
                null => $breaker->noteNothing(),
            };
        }
    }

    private function exchange(Host $host, Request $request, Deadline $until, bool $is_fresh): Response
    {
        $lease = $response = null;
        try {
            $lease = $host->lease($request, $until, $is_fresh);
            $request->watch->connected = hrtime(true);
            return $response = $lease->exchange($request, $until);
        } catch (Failure $why) {
            throw new Broken($why, $lease->isSent ?? false, $lease !== null && $lease->isStale($why));
        } finally {
            if ($response === null) {
                $lease?->abandon();
            }
        }
    }
}
