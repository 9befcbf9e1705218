<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

/** Where the rules of a site come from. */
interface Source
{
    /** @param string $path of a URL; false: no rule can concern it */
    public function hasRules(string $path): bool;

    /** What counts in the innermost folder of a place. */
    public function rules(Place $place): Rules;
}
