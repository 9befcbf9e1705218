<?php

declare(strict_types=1);

namespace Tern\Launcher\Doctor\Pools;

use Tern\Launcher\Doctor\Code\Survey;
use Tern\Launcher\Doctor\Finding;

/** What is found for one pool. */
final class PoolReport
{
    /**
     * @param list<Finding> $findings
     * @param array<string, string> $sites by folder: what says that it is the pool's
     * @param array<string, Survey> $surveys by folder
     */
    public function __construct(
        public readonly string $name,
        public readonly string $listen,
        public readonly array $findings,
        public readonly array $sites,
        public readonly array $surveys,
    ) {
    }
}
