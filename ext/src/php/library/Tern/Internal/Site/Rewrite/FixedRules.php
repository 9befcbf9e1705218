<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

/** The rules of one file for a whole site. */
final class FixedRules implements Source
{
    public function __construct(private readonly Rules $all)
    {
    }

    public function hasRules(string $path): bool
    {
        return true;
    }

    public function rules(Place $place): Rules
    {
        return $this->all;
    }
}
