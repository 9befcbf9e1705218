<?php

declare(strict_types=1);

namespace Tern\Internal\Client\TernHttp;

use Tern\Http\Client\Response;
use Tern\Metrics;
use Tern\Metrics\Histogram;
use Tern\Tracing;
use Throwable;
use function Tern\Internal\trace_begin;
use function Tern\Internal\trace_current;
use function Tern\Internal\trace_end;
use function count;

/** A span and a metric for each request, by OpenTelemetry's conventions for HTTP clients. */
final class Telemetry
{
    private const METRIC = 'http_client_request_duration_seconds';
    private const METHODS = ['GET' => true, 'HEAD' => true, 'POST' => true, 'PUT' => true, 'PATCH' => true, 'DELETE' => true, 'OPTIONS' => true];
    /** Series are for good: hosts beyond these have one name. */
    private const MOST_HOSTS = 64;

    private ?Histogram $durations = null;
    /** @var array<string, true> */
    private array $hosts = [];

    public function __construct(private readonly bool $hasMetrics)
    {
    }

    /**
     * @param Request $request becomes one that tells the server of the trace
     * @return string|null for end()
     */
    public function begin(Request &$request): ?string
    {
        $span = trace_begin();
        if ($span !== null || trace_current() !== null) {
            $request = self::withTrace($request);
        }
        return $span;
    }

    public function end(?string $span, Request $request, ?Response $response, ?Throwable $error): void
    {
        if ($span !== null) {
            self::endSpan($span, $request, $response, $error);
        }
        if ($this->hasMetrics) {
            $this->count($request, $response);
        }
    }

    private static function withTrace(Request $request): Request
    {
        if ($request->fields->has('traceparent')) {
            return $request;
        }
        $fields = $request->fields;
        foreach (Tracing::headers() as $name => $value) {
            $fields = $fields->with($name, $value);
        }
        return $request->withFields($fields);
    }

    private static function endSpan(string $span, Request $request, ?Response $response, ?Throwable $error): void
    {
        $url = $request->url;
        $attributes = ['http.request.method' => $request->method, 'server.address' => $url->host, 'server.port' => $url->port,
            'url.full' => $url->origin . strtok($url->target, '?')];
        if ($response !== null) {
            $attributes += ['http.response.status_code' => $response->status, 'network.protocol.version' => $response->protocol];
        }
        $failure = $error !== null ? $error::class : ($response !== null && $response->status >= 400 ? (string) $response->status : null);
        trace_end($span, self::method($request), $attributes, $failure, $error?->getMessage() ?? '');
    }

    private function count(Request $request, ?Response $response): void
    {
        $this->durations ??= Metrics::histogram(self::METRIC, 'How long requests of HTTP clients took.', ['host', 'method', 'status']);
        $host = $request->url->host;
        if (!isset($this->hosts[$host])) {
            if (count($this->hosts) >= self::MOST_HOSTS) {
                $host = 'other';
            }
            $this->hosts[$host] = true;
        }
        $status = $response === null ? 'error' : intdiv($response->status, 100) . 'xx';
        $this->durations->observe($request->watch->total(), [$host, self::method($request), $status]);
    }

    private static function method(Request $request): string
    {
        return isset(self::METHODS[$request->method]) ? $request->method : 'HTTP';
    }
}
