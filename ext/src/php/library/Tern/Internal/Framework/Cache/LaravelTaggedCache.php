<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Cache;

use Illuminate\Cache\TaggedCache;

/** Laravel's cache over a Tern\Cache, of entries with tags. */
final class LaravelTaggedCache extends TaggedCache
{
    use RemembersOnce;
}
