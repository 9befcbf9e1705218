<?php

declare(strict_types=1);

namespace Tern\Internal\Site;

use function count;
use function strlen;

/** What paths have led to, for a short time. */
final class RouteCache
{
    private const MOST = 2048;
    private const LONGEST = 512;

    /** @var array<string, array{Target, int}> with the second in which it was found */
    private array $found = [];

    /** @param int $validS seconds; 0: nothing is kept */
    public function __construct(private readonly int $validS)
    {
    }

    public function get(string $path): ?Target
    {
        $found = $this->found[$path] ?? null;
        return $found !== null && hrtime()[0] - $found[1] < $this->validS ? $found[0] : null;
    }

    public function set(string $path, Target $target): Target
    {
        if ($this->validS === 0 || strlen($path) > self::LONGEST) {
            return $target;
        }
        if (count($this->found) >= self::MOST) {
            $this->found = [];
        }
        $this->found[$path] = [$target, hrtime()[0]];
        return $target;
    }
}
