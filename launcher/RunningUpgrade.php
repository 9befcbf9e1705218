<?php

declare(strict_types=1);

namespace Tern\Launcher;

use Tern\Launcher\Admin\Client;

/** An upgrade of a running server, as its admin address shows it. */
final class RunningUpgrade
{
    /** The process of the new server; 0: not known. */
    public int $newPid = 0;
    public bool $hasFailed = false;
    private readonly int|float $oldPid;
    private readonly int|float $earlier;

    /** Begins it. */
    public function __construct(private readonly Client $client)
    {
        $server = $client->ask('/stats')->below('server');
        $this->oldPid = $server->number('pid');
        $this->earlier = $server->below('upgrade')->number('count');
        $client->ask('/upgrade', 'POST');
    }

    /** True once the new server has taken over, or has failed. */
    public function isOver(): bool
    {
        try {
            $server = $this->client->ask('/stats')->below('server');
        } catch (UsageError) {
            return !$this->client->isThere();  // its admin process may have ended within the answer
        }
        if ($server->number('pid') !== $this->oldPid) {
            $this->newPid = (int) $server->number('pid');
            return true;
        }
        $upgrade = $server->below('upgrade');
        if ($upgrade->number('count') > $this->earlier) {
            $this->newPid = (int) $upgrade->number('pid');
            $this->hasFailed = $upgrade->text('state') === 'failed';
        }
        return $this->hasFailed;
    }
}
