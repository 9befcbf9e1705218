<?php

declare(strict_types=1);

namespace Tern\Internal\Site;

use Swoole\Http\Request;
use Swoole\Http\Response;
use Tern\Internal\Site\Rewrite\Decision;
use Tern\Internal\Site\Rewrite\PatternFailure;
use function in_array;
use function is_array;

/** A request, its response, and what the rules say about both. */
final class Exchange
{
    private const DEFAULT_STATUS = 200;

    /** @param int $status with which the response begins; an error when it is an error page */
    public function __construct(
        public readonly Request $request,
        public readonly Response $response,
        public readonly Decision $decision,
        public readonly int $status = self::DEFAULT_STATUS,
    ) {
        if ($status !== self::DEFAULT_STATUS) {
            $response->status($status);
        }
    }

    public function isErrorPage(): bool
    {
        return $this->status !== self::DEFAULT_STATUS;
    }

    /** Whether the request only reads: then conditions and ranges count. */
    public function isRead(): bool
    {
        return in_array($this->request->server['request_method'], ['GET', 'HEAD'], true);
    }

    /** Whether the rules change headers of the response. */
    public function hasHeaders(): bool
    {
        $decision = $this->decision;
        return $decision->headers !== [] || $decision->vary !== [] || $decision->cookies !== [] || $decision->rules?->hasExpires === true;
    }

    /**
     * Does to the headers of the response what the rules say. Call it once, when the others are there.
     *
     * @param bool $isOwnPage of the server: only what is said with "always" counts
     * @param int|null $modified when the file was changed; null: the response is no file
     */
    public function changeHeaders(int $status, bool $isOwnPage = false, ?int $modified = null): void
    {
        if (!$this->hasHeaders()) {
            return;
        }
        try {
            $time = (float) $this->request->server['request_time_float'];
            $this->setHeaders($this->decision->responseHeaders()->apply($this->headers(), $status, $isOwnPage, $time, $modified));
        } catch (PatternFailure $failure) {
            error_log("tern: {$this->decision->path}: {$failure->getMessage()}");
        }
    }

    /** @return list<array{string, string}> */
    private function headers(): array
    {
        $list = [];
        /** @var array<string, string|list<string>> $fields */
        $fields = $this->response->header ?? [];
        foreach ($fields as $name => $values) {
            foreach (is_array($values) ? $values : [$values] as $value) {
                $list[] = [$name, $value];
            }
        }
        foreach ($this->response->cookie ?? [] as $cookie) {
            $list[] = ['Set-Cookie', $cookie];
        }
        return $list;
    }

    /** @param list<array{string, string}> $headers */
    private function setHeaders(array $headers): void
    {
        $byName = [];
        foreach ($headers as [$name, $value]) {
            $byName[strtolower($name)][0] ??= $name;
            $byName[strtolower($name)][1][] = $value;
        }
        $this->response->cookie = $byName['set-cookie'][1] ?? null;
        unset($byName['set-cookie']);
        $this->response->header = null;
        foreach ($byName as [$name, $values]) {
            $this->response->header($name, isset($values[1]) ? $values : $values[0], false);
        }
    }
}
