<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Cache;

use Illuminate\Cache\Lock;

/** A lock of Laravel's cache in a Tern\Cache. The entry is the owner, and only that owner deletes it: each is one step for all processes. */
final class LaravelLock extends Lock
{
    /**
     * @param string $name
     * @param int $seconds 0: until it is released
     * @param string|null $owner
     */
    public function __construct(private readonly KeySpace $space, $name, $seconds, $owner = null)
    {
        parent::__construct($name, $seconds, $owner);
    }

    public function acquire(): bool
    {
        return $this->space->add($this->name, $this->owner, $this->seconds > 0 ? $this->seconds : null);
    }

    public function release(): bool
    {
        return $this->space->cache->deleteIf($this->space->id($this->name), $this->owner);
    }

    public function forceRelease(): void
    {
        $this->space->delete($this->name);
    }

    protected function getCurrentOwner(): mixed
    {
        return $this->space->get($this->name);
    }
}
