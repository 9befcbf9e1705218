<?php

declare(strict_types=1);

namespace Tern\Internal\Client\TernHttp;

use Tern\Cache;
use Tern\Http\Client\Exception;
use Tern\Http\Client\Response;
use Tern\Internal\Client\Deadline;
use function array_slice;
use function is_int;

/**
 * A private cache: RFC 9111. Requests with other credentials never share a response, so that one client may work for several
 * users.
 */
final class Caching implements Layer
{
    private const SAFE = ['GET' => true, 'HEAD' => true, 'OPTIONS' => true, 'TRACE' => true];
    /** Requests with these know what they have, or want a part. */
    private const OWN_CONDITIONS = ['if-none-match', 'if-modified-since', 'if-match', 'if-unmodified-since', 'if-range', 'range'];
    private const CREDENTIALS = ['authorization', 'cookie'];
    private const MOST_VARIANTS = 16;

    private readonly CacheStore $store;

    public function __construct(private readonly Layer $next, Cache|int $cache, private readonly Counts $counts)
    {
        $this->store = is_int($cache) ? new MemoryStore($cache) : new SharedStore($cache);
    }

    public function send(Request $request, Deadline $until): Response
    {
        if ($request->method !== 'GET') {
            $response = $this->next->send($request, $until);
            if (!isset(self::SAFE[$request->method]) && $response->status < 400) {
                $this->invalidate($request, $response);
            }
            return $response;
        }
        $asked = CacheControl::of($request->fields->get('cache-control'), $request->fields->get('pragma'));
        foreach (self::OWN_CONDITIONS as $name) {
            if ($request->fields->has($name)) {
                return $this->next->send($request, $until);
            }
        }
        return $asked->has('no-store') ? $this->next->send($request, $until) : $this->get($request, $asked, $until);
    }

    private function get(Request $request, CacheControl $asked, Deadline $until): Response
    {
        $owner = self::owner($request);
        $stored = $this->find($request, $owner);
        if ($stored?->isFresh($asked) === true) {
            ++$this->counts->fromCache;
            return $stored->response($request);
        }
        if ($asked->has('only-if-cached')) {
            return new Response($request, 504, 'Gateway Timeout', '1.1', [], '', [], null, true);
        }
        $requested = time();
        try {
            $response = $this->next->send($stored === null ? $request : self::conditional($request, $stored), $until);
        } catch (Exception $error) {
            return $stored?->replacesError($asked) === true ? $this->stale($stored, $request) : throw $error;
        }
        if ($stored !== null && $response->status === 304) {
            $stored = $stored->renewed($response, $requested);
            $this->keep($request, $stored);
            ++$this->counts->fromCache;
            return $stored->response($request);
        }
        if ($stored !== null && $response->status >= 500 && $stored->replacesError($asked)) {
            Drain::run($response);
            return $this->stale($stored, $request);
        }
        $new = $request->options->stream ? null : Stored::of($request, $response, $owner, $requested);
        if ($new !== null) {
            $this->keep($request, $new);
        }
        return $response;
    }

    private function stale(Stored $stored, Request $request): Response
    {
        ++$this->counts->fromCache;
        return $stored->response($request);
    }

    private static function conditional(Request $request, Stored $stored): Request
    {
        $fields = $request->fields;
        foreach ($stored->validators() as $name => $value) {
            $fields = $fields->with($name, $value);
        }
        return $request->withFields($fields);
    }

    private function find(Request $request, string $owner): ?Stored
    {
        foreach ($this->store->get($request->resource()) as $stored) {
            if ($stored->satisfies($request, $owner)) {
                return $stored;
            }
        }
        return null;
    }

    /** In place of what it replaces. */
    private function keep(Request $request, Stored $new): void
    {
        $resource = $request->resource();
        $others = array_filter($this->store->get($resource), fn(Stored $one) => !$one->isLike($new));
        $this->store->set($resource, [$new, ...array_slice($others, 0, self::MOST_VARIANTS - 1)]);
    }

    /** What was changed: section 4.4. */
    private function invalidate(Request $request, Response $response): void
    {
        $this->store->set($request->resource(), []);
        foreach (['location', 'content-location'] as $name) {
            $url = $request->url->resolve($response->header($name) ?? '');
            if ($url !== null && $url->origin === $request->url->origin) {
                $this->store->set($request->resource($url), []);
            }
        }
    }

    /** Who gets the same responses: those with these credentials, who read bodies in the same way. */
    private static function owner(Request $request): string
    {
        $texts = array_map(fn(string $name) => $request->fields->get($name), self::CREDENTIALS);
        return implode('', $texts) === '' ? (string) (int) $request->options->decode
            : hash('sha256', serialize([$texts, $request->options->decode]), true);
    }
}
