<?php

declare(strict_types=1);

namespace Tern\Internal\Site;

/** What rules have made of a request that goes on. */
final class Rewritten
{
    /**
     * @param string $path decoded and in its normal form
     * @param string $query without the question mark
     * @param array<string, string> $variables for $_SERVER
     */
    public function __construct(public readonly string $path, public readonly string $query, public readonly array $variables = [])
    {
    }
}
