<?php

declare(strict_types=1);

namespace Tern\Internal\Site;

/** What rules make of a request: it goes on with a path, or has its answer. */
final class Decision
{
    /**
     * @param int|null $status null: the request goes on with the path
     * @param string $location of a redirect, else ''
     * @param array<string, string> $headers of the answer, whatever gives it
     */
    private function __construct(
        public readonly ?int $status,
        public readonly string $path,
        public readonly string $query,
        public readonly string $location,
        public readonly array $headers,
    ) {
    }

    /**
     * @param string $path decoded and in its normal form
     * @param array<string, string> $headers
     */
    public static function proceed(string $path, string $query, array $headers = []): self
    {
        return new self(null, $path, $query, '', $headers);
    }

    /** @param array<string, string> $headers */
    public static function redirect(string $location, int $status = 302, array $headers = []): self
    {
        return new self($status, '', '', $location, $headers);
    }

    /** @param array<string, string> $headers */
    public static function status(int $status, array $headers = []): self
    {
        return new self($status, '', '', '', $headers);
    }
}
