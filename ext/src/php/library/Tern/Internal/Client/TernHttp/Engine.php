<?php

declare(strict_types=1);

namespace Tern\Internal\Client\TernHttp;

use Tern\Http\Client\Response;
use Tern\Internal\Client\Deadline;
use Throwable;

/** What a request passes, from the outside to the inside: telemetry, redirects, the cache, retries, the connections. */
final class Engine
{
    private readonly Hosts $hosts;
    private readonly Layer $first;
    private readonly Telemetry $telemetry;

    public function __construct(ClientOptions $options, private readonly Counts $counts)
    {
        $this->hosts = new Hosts($options);
        $this->telemetry = new Telemetry($options->metrics);
        $attempts = new Attempts(new Transport($this->hosts), $counts);
        $cached = $options->cache === null ? $attempts : new Caching($attempts, $options->cache, $counts);
        $this->first = new Redirects($cached, $counts);
    }

    /** Suspends. */
    public function send(Request $request): Response
    {
        $timeout = $request->options->timeout;
        $until = new Deadline($timeout > 0 ? $timeout : -1.0);
        $response = $error = null;
        ++$this->counts->requests;
        $span = $this->telemetry->begin($request);
        try {
            return $response = $this->first->send($request, $until);
        } catch (Throwable $error) {
            ++$this->counts->failures;
            throw $error;
        } finally {
            $this->telemetry->end($span, $request, $response, $error);
        }
    }

    public function close(): void
    {
        $this->hosts->close();
    }

    /** @return array<string, mixed> */
    public function stats(): array
    {
        return ['requests' => $this->counts->requests, 'failures' => $this->counts->failures, 'retries' => $this->counts->retries,
            'redirects' => $this->counts->redirects, 'from_cache' => $this->counts->fromCache, 'hosts' => $this->hosts->stats()];
    }
}
