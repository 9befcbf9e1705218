<?php

declare(strict_types=1);

namespace Tern\Internal\Client\TernHttp;

use Tern\Http\Client\Response;
use Tern\Internal\Client\Http\HttpDate;
use function strlen;
use function count;

/** A response in the cache: RFC 9111. */
final class Stored
{
    /** Statuses that may be stored without a lifetime: RFC 9110 section 15.1. */
    private const CACHEABLE = [200 => true, 203 => true, 204 => true, 300 => true, 301 => true, 308 => true, 404 => true, 405 => true,
        410 => true, 414 => true, 501 => true];
    /** Further ones, which are stored with a lifetime. */
    private const WITH_LIFETIME = [302 => true, 303 => true, 307 => true, 400 => true, 403 => true, 500 => true, 503 => true];
    /** Of the message that was received, not of the response. */
    private const NOT_STORED = ['connection' => true, 'keep-alive' => true, 'proxy-connection' => true, 'transfer-encoding' => true, 'te' => true,
        'trailer' => true, 'upgrade' => true, 'proxy-authenticate' => true, 'proxy-authentication-info' => true, 'proxy-authorization' => true];
    /** What a 304 does not change: section 3.2. */
    private const NOT_UPDATED = self::NOT_STORED + ['content-length' => true, 'content-encoding' => true, 'content-range' => true,
        'content-type' => true];
    private const HEURISTIC_SHARE = 0.1;
    private const HEURISTIC_MOST = 86_400;
    private const OVERHEAD = 512;

    /**
     * @param array<list<string>> $headers by name
     * @param array<string, string> $vary fields of the request that it was chosen by
     * @param string $owner whose request it was
     */
    private function __construct(
        private readonly int $status,
        private readonly string $reason,
        private readonly string $protocol,
        private readonly array $headers,
        private readonly string $body,
        private readonly array $vary,
        private readonly string $owner,
        private readonly int $requested,
        private readonly int $received,
    ) {
    }

    /** @return self|null null: it must not be stored, or that would be of no use */
    public static function of(Request $request, Response $response, string $owner, int $requested): ?self
    {
        $control = CacheControl::of($response->header('cache-control') ?? '');
        $vary = self::vary($request, $response->header('vary') ?? '');
        $isKnown = isset(self::CACHEABLE[$response->status]) || isset(self::WITH_LIFETIME[$response->status]);
        if (!$isKnown || $vary === null || $control->has('no-store')) {
            return null;
        }
        $headers = array_diff_key($response->headers(), self::NOT_STORED);
        $stored = new self($response->status, $response->reason, $response->protocol, $headers, $response->body(), $vary, $owner, $requested, time());
        return $stored->lifetime() > 0 || $stored->validators() !== [] ? $stored : null;
    }

    /** The same after a 304. */
    public function renewed(Response $response, int $requested): self
    {
        $headers = array_replace($this->headers, array_diff_key($response->headers(), self::NOT_UPDATED));
        return new self($this->status, $this->reason, $this->protocol, $headers, $this->body, $this->vary, $this->owner, $requested, time());
    }

    public function satisfies(Request $request, string $owner): bool
    {
        if ($this->owner !== $owner || strlen($this->body) > $request->options->maxBody) {
            return false;
        }
        foreach ($this->vary as $name => $value) {
            if ($request->fields->get($name) !== $value) {
                return false;
            }
        }
        return true;
    }

    public function isLike(self $other): bool
    {
        return $this->owner === $other->owner && $this->vary === $other->vary;
    }

    /** Whether it can be used without asking the server. */
    public function isFresh(CacheControl $asked): bool
    {
        $control = $this->control();
        if ($control->isWhole('no-cache') || $asked->has('no-cache')) {
            return false;
        }
        $left = $this->lifetime() - $this->age();
        if ($this->age() > ($asked->seconds('max-age') ?? PHP_INT_MAX) || $left < ($asked->seconds('min-fresh') ?? PHP_INT_MIN)) {
            return false;
        }
        if ($left > 0) {
            return true;
        }
        return $asked->has('max-stale') && !$control->has('must-revalidate')
            && ($asked->isWhole('max-stale') || -$left <= $asked->seconds('max-stale'));
    }

    /** Whether it may be used after the server has failed: RFC 5861 section 4. */
    public function replacesError(CacheControl $asked): bool
    {
        $control = $this->control();
        $seconds = $asked->seconds('stale-if-error') ?? $control->seconds('stale-if-error');
        return $seconds !== null && !$control->has('must-revalidate') && !$control->isWhole('no-cache')
            && $this->age() - $this->lifetime() <= $seconds;
    }

    /** @return array<string, string> fields by which the server can tell that it is still the same; empty: it cannot */
    public function validators(): array
    {
        return array_filter(['If-None-Match' => $this->field('etag'), 'If-Modified-Since' => $this->field('last-modified')], fn($value) => $value !== '');
    }

    public function response(Request $request): Response
    {
        $headers = array_map(fn(array $values) => count($values) === 1 ? $values[0] : $values, ['age' => [(string) $this->age()]] + $this->headers);
        return new Response($request, $this->status, $this->reason, $this->protocol, $headers, $this->body, [], null, true);
    }

    /** @return int bytes, roughly */
    public function size(): int
    {
        $size = self::OVERHEAD + strlen($this->body);
        foreach ($this->headers as $name => $values) {
            $size += strlen($name) + strlen(implode('', $values));
        }
        return $size;
    }

    /** Section 4.2.3. */
    private function age(): int
    {
        $date = HttpDate::parse($this->field('date')) ?? $this->received;
        $told = preg_match('/^\d{1,9}$/D', $this->field('age')) === 1 ? (int) $this->field('age') : 0;
        $initial = max($this->received - $date, $told + $this->received - $this->requested, 0);
        return $initial + max(0, time() - $this->received);
    }

    /** Seconds in which it is fresh: section 4.2.1. */
    private function lifetime(): int
    {
        $control = $this->control();
        $date = HttpDate::parse($this->field('date')) ?? $this->received;
        if ($control->has('max-age')) {
            return $control->seconds('max-age') ?? 0;
        }
        if (isset($this->headers['expires'])) {
            return max(0, (HttpDate::parse($this->field('expires')) ?? 0) - $date);
        }
        $modified = HttpDate::parse($this->field('last-modified'));
        if ($modified === null || $modified >= $date || !isset(self::CACHEABLE[$this->status])) {
            return 0;
        }
        return (int) min(self::HEURISTIC_MOST, ($date - $modified) * self::HEURISTIC_SHARE);
    }

    private function control(): CacheControl
    {
        return CacheControl::of($this->field('cache-control'));
    }

    private function field(string $name): string
    {
        return implode(', ', $this->headers[$name] ?? []);
    }

    /** @return array<string, string>|null null: no other request will get the same */
    private static function vary(Request $request, string $field): ?array
    {
        $vary = [];
        foreach (array_filter(array_map(trim(...), explode(',', strtolower($field)))) as $name) {
            if ($name === '*') {
                return null;
            }
            $vary[$name] = $request->fields->get($name);
        }
        ksort($vary);
        return $vary;
    }
}
