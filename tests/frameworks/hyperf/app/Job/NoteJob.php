<?php

declare(strict_types=1);

namespace App\Job;

use Hyperf\AsyncQueue\Job;
use Hyperf\Context\ApplicationContext;
use Hyperf\Redis\Redis;
use RuntimeException;

/** Fails once, if its text begins with "again". */
class NoteJob extends Job
{
    protected int $maxAttempts = 1;

    public function __construct(public string $text)
    {
    }

    public function handle(): void
    {
        $redis = ApplicationContext::getContainer()->get(Redis::class);
        if (str_starts_with($this->text, 'again') && $redis->incr("tries:$this->text") === 1) {
            throw new RuntimeException('once more');
        }
        $redis->lPush("job:$this->text", strrev($this->text));
    }
}
