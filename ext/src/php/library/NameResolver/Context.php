<?php

declare(strict_types=1);

namespace Swoole\NameResolver;

use ValueError;

/** What a caller of swoole_name_resolver_lookup() wants, and the servers of the service that are left for further calls. */
class Context
{
    /** @internal of the name that was looked up last */
    public ?Cluster $cluster = null;
    /** @internal */
    public string $name = '';

    /**
     * @param int $family AF_INET or AF_INET6, for DNS
     * @param bool $withPort whether the answer is address:port where the port is known
     */
    public function __construct(public readonly int $family = AF_INET, public readonly bool $withPort = false)
    {
        if ($family !== AF_INET && $family !== AF_INET6) {
            throw new ValueError(self::class . "::__construct(): Argument #1 (\$family) must be AF_INET or AF_INET6, $family given");
        }
    }
}
