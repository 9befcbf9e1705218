<?php

declare(strict_types=1);

namespace Tern\Internal\Client\TernHttp;

/** Where stored responses are, by Request::resource(). Nothing here suspends. */
interface CacheStore
{
    /** @return list<Stored> the newest first */
    public function get(string $resource): array;

    /** @param list<Stored> $responses all of it; none: it is removed */
    public function set(string $resource, array $responses): void;
}
