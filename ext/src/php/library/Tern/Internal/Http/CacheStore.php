<?php

declare(strict_types=1);

namespace Tern\Internal\Http;

/** Where stored responses are, by URL. Nothing here suspends. */
interface CacheStore
{
    /** @return list<Stored> the newest first */
    public function get(string $url): array;

    /** @param list<Stored> $responses all of that URL; none: it is removed */
    public function set(string $url, array $responses): void;
}
