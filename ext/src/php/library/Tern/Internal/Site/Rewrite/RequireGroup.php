<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

use function in_array;

/** RequireAny, RequireAll or RequireNone; the Require directives of a folder are a RequireAny. */
final class RequireGroup
{
    /** @var list<RequireGroup|RequireRule> */
    private array $members = [];

    /** @param string $kind any, all or none */
    public function __construct(public readonly string $kind)
    {
    }

    public function add(self|RequireRule $member): void
    {
        $this->members[] = $member;
    }

    /** Null: neither granted nor denied. */
    public function isGranted(Pass $pass, Files $files): ?bool
    {
        $results = array_map(static fn(self|RequireRule $member): ?bool => $member->isGranted($pass, $files), $this->members);
        $hasGranted = in_array(true, $results, true);
        $hasDenied = in_array(false, $results, true);
        return match ($this->kind) {
            'all' => $hasDenied ? false : ($hasGranted ?: null),
            'none' => $hasGranted ? false : null,
            default => $hasGranted ?: ($hasDenied ? false : null),
        };
    }
}
