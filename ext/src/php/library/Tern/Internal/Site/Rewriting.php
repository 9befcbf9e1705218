<?php

declare(strict_types=1);

namespace Tern\Internal\Site;

/** Rules that change what a request leads to. */
interface Rewriting
{
    public function apply(RewriteRequest $request): Decision;
}
