<?php

declare(strict_types=1);

namespace Tern\Internal\Client\TernHttp;

use function strlen;

/** Stored responses of this process. What was not used for longest makes room. */
final class MemoryStore implements CacheStore
{
    /** No URL gets more than this part of all. */
    private const SHARE = 8;

    /** @var array<string, array{list<Stored>, int}> with their size, the one used last at the end */
    private array $entries = [];
    private int $used = 0;

    public function __construct(private readonly int $bytes)
    {
    }

    public function get(string $resource): array
    {
        $entry = $this->entries[$resource] ?? null;
        if ($entry === null) {
            return [];
        }
        unset($this->entries[$resource]);
        return ($this->entries[$resource] = $entry)[0];
    }

    public function set(string $resource, array $responses): void
    {
        $this->remove($resource);
        $size = strlen($resource) + array_sum(array_map(fn(Stored $one) => $one->size(), $responses));
        if ($responses === [] || $size > intdiv($this->bytes, self::SHARE)) {
            return;
        }
        while ($this->used + $size > $this->bytes) {
            $this->remove((string) array_key_first($this->entries));
        }
        $this->entries[$resource] = [$responses, $size];
        $this->used += $size;
    }

    private function remove(string $resource): void
    {
        $this->used -= $this->entries[$resource][1] ?? 0;
        unset($this->entries[$resource]);
    }
}
