<?php

declare(strict_types=1);

namespace Tern\Internal\Site;

use Swoole\Http\Request;
use Swoole\Http\Response;

/** Rules that change what a request leads to. */
interface Rewriting
{
    /**
     * @param string $path of the URL, decoded and in its normal form
     * @param string $query without the question mark
     * @return Rewritten|null null: the answer has been given, a redirect or a status
     */
    public function apply(Request $request, Response $response, string $path, string $query): ?Rewritten;

    /**
     * What answers a request that has failed, with the status that it has then.
     *
     * @return Rewritten|null null: the server's own page
     */
    public function errorDocument(Request $request, int $status): ?Rewritten;
}
