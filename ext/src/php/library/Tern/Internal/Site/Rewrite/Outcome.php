<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

/** What rules make of a URL. */
final class Outcome
{
    private function __construct(
        public readonly int $status,
        public readonly ?string $target,
        public readonly ?string $query,
        public readonly bool $isInternal,
        public readonly ?string $reason = null,
    ) {
    }

    /** The rules leave the URL as it is. */
    public static function goOn(): self
    {
        return new self(200, null, null, false);
    }

    /** @param string|null $reason for the log */
    public static function response(int $status, ?string $reason = null): self
    {
        return new self($status, null, null, false, $reason);
    }

    public static function redirect(int $status, string $url): self
    {
        return new self($status, $url, null, false);
    }

    /** @param string $target the path of a URL, still to be decoded. A fragment in it or in the query is left out. */
    public static function internal(string $target, ?string $query): self
    {
        $url = explode('#', $query === null ? $target : "$target?$query", 2)[0];
        [$path, $found] = explode('?', $url, 2) + ['', null];
        return new self(200, $path, $found, true);
    }
}
