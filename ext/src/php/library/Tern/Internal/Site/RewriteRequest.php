<?php

declare(strict_types=1);

namespace Tern\Internal\Site;

use Swoole\Http\Request;

/** What rules look at. */
final class RewriteRequest
{
    /**
     * @param string $root of the site: an absolute path
     * @param string $path of the URL, decoded and in its normal form
     * @param string $query without the question mark
     */
    public function __construct(
        public readonly Request $request,
        public readonly string $root,
        public readonly string $path,
        public readonly string $query,
    ) {
    }
}
