<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

use Tern\Internal\Client\Http\HttpDate;

/** Applies Header, Expires... and what else a decision says of headers to those of a response. */
final class ResponseHeaders
{
    /** @var array<string, array{string, list<string>}> names as they were written and values, by names in lower case */
    private array $headers = [];

    public function __construct(private readonly Decision $decision)
    {
    }

    /**
     * @param list<array{string, string}> $headers names and values
     * @param bool $isOwnPage an error page or a redirect of the server: only what is said with "always" counts
     * @param float $time of the request, seconds since 1970
     * @param int|null $modified when the file was changed; null: the response is no file
     * @return list<array{string, string}>
     * @throws PatternFailure
     */
    public function apply(array $headers, int $status, bool $isOwnPage, float $time, ?int $modified = null): array
    {
        $this->headers = [];
        foreach ($headers as [$name, $value]) {
            $this->set($name, [...$this->values($name), $value]);
        }
        if ($status < 400) {
            $this->expire((int) $time, $modified);
        }
        if (!$isOwnPage) {
            foreach ($this->decision->vary as $name) {
                $this->run(new HeaderOperation('merge', 'Vary', $name, false));
            }
        }
        foreach ($this->decision->cookies as $cookie) {
            $this->set('Set-Cookie', [...$this->values('Set-Cookie'), $cookie]);
        }
        foreach ($this->decision->headers as $operation) {
            if ($operation->isAlways || !$isOwnPage) {
                $this->run($operation);
            }
        }
        $this->mergeVary();
        return $this->list();
    }

    private function mergeVary(): void
    {
        $names = preg_split('/[\s,]+/', implode(',', $this->values('Vary')), -1, PREG_SPLIT_NO_EMPTY) ?: [];
        $unique = [];
        foreach ($names as $name) {
            $unique[strtolower($name)] ??= $name;
        }
        $this->set('Vary', $unique === [] ? [] : [implode(', ', $unique)]);
    }

    private function run(HeaderOperation $operation): void
    {
        $this->set($operation->name, $operation->apply($this->values($operation->name)));
    }

    private function expire(int $time, ?int $modified): void
    {
        $rules = $this->decision->rules;
        if ($rules === null || $rules->hasExpires !== true || $this->values('Expires') !== []) {
            return;
        }
        $type = strtolower(trim(explode(';', $this->values('Content-Type')[0] ?? '')[0]));
        $expiry = $rules->expiresByType[$type] ?? $rules->expiresByType[preg_replace('~/.*~', '/*', $type) ?? ''] ?? $rules->expiresDefault;
        if ($expiry === null || ($expiry->isFromModification && $modified === null)) {
            return;
        }
        $end = ($expiry->isFromModification ? (int) $modified : $time) + $expiry->seconds;
        $this->run(new HeaderOperation('merge', 'Cache-Control', 'max-age=' . ($end - $time), false));
        $this->set('Expires', [HttpDate::format($end)]);
    }

    /** @return list<string> */
    private function values(string $name): array
    {
        return $this->headers[strtolower($name)][1] ?? [];
    }

    /** @param list<string> $values */
    private function set(string $name, array $values): void
    {
        if ($values === []) {
            unset($this->headers[strtolower($name)]);
            return;
        }
        $this->headers[strtolower($name)] = [$this->headers[strtolower($name)][0] ?? $name, $values];
    }

    /** @return list<array{string, string}> */
    private function list(): array
    {
        $list = [];
        foreach ($this->headers as [$name, $values]) {
            foreach ($values as $value) {
                $list[] = [$name, $value];
            }
        }
        return $list;
    }
}
