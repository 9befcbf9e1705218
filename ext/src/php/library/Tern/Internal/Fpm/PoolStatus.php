<?php

declare(strict_types=1);

namespace Tern\Internal\Fpm;

/** A pool at one moment: what a status page shows, and fpm_get_status() returns. */
final class PoolStatus
{
    /** @param list<Child> $children */
    public function __construct(
        public readonly string $pool,
        public readonly string $manager,
        public readonly int $startedAt,
        public readonly int $now,
        public readonly int $accepted,
        public readonly int $queue,
        public readonly int $longestQueue,
        public readonly int $queueLength,
        public readonly int $idle,
        public readonly int $active,
        public readonly int $mostActive,
        public readonly int $maxChildrenReached,
        public readonly int $slow,
        public readonly int $memoryPeak,
        public readonly array $children,
    ) {
    }

    /**
     * As fpm_get_status().
     *
     * @return array<string, mixed>
     */
    public function toArray(): array
    {
        $children = [];
        foreach ($this->children as $child) {
            $children[] = $this->childToArray($child);
        }
        return $this->fields() + ['procs' => $children];
    }

    /** @return array<string, int|string> those of the pool, without its children */
    public function fields(): array
    {
        $fields = [
            'pool' => $this->pool,
            'process-manager' => $this->manager,
            'start-time' => $this->startedAt,
            'start-since' => $this->now - $this->startedAt,
            'accepted-conn' => $this->accepted,
            'listen-queue' => $this->queue,
            'max-listen-queue' => $this->longestQueue,
            'listen-queue-len' => $this->queueLength,
            'idle-processes' => $this->idle,
            'active-processes' => $this->active,
            'total-processes' => $this->idle + $this->active,
            'max-active-processes' => $this->mostActive,
            'max-children-reached' => $this->maxChildrenReached,
            'slow-requests' => $this->slow,
        ];
        return PHP_VERSION_ID >= 80400 ? $fields + ['memory-peak' => $this->memoryPeak] : $fields;
    }

    /** @return array<string, mixed> */
    private function childToArray(Child $child): array
    {
        return [
            'pid' => $child->pid,
            'state' => $child->stage->label(),
            'start-time' => $child->startedAt,
            'start-since' => $this->now - $child->startedAt,
            'requests' => $child->requests,
            'request-duration' => $child->durationUs,
            'request-method' => $child->method === '' ? '-' : $child->method,
            'request-uri' => $child->uri,
            'query-string' => $child->query,
            'request-length' => $child->length,
            'user' => $child->user === '' ? '-' : $child->user,
            'script' => $child->script === '' ? '-' : $child->script,
            'last-request-cpu' => $child->cpu,
            'last-request-memory' => $child->memory,
        ];
    }
}
