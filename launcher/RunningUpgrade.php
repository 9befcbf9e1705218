<?php

declare(strict_types=1);

namespace Tern\Launcher;

use Tern\Launcher\Admin\Client;

/** An upgrade of a running server, as its admin address shows it. */
final class RunningUpgrade
{
    private const MOST_LOOKS = 50;

    /** The process of the new server; 0: not known. */
    public int $newPid = 0;
    public bool $hasFailed = false;
    /** Neither the old server nor the new one is left. */
    public bool $isGone = false;
    private readonly int|float $oldPid;
    private readonly int|float $earlier;
    /** False: the server runs on another machine, or in a container, where processes have other numbers. */
    private readonly bool $seesProcesses;
    /** After no server responded any more. */
    private int $looks = 0;

    /** Begins it. */
    public function __construct(private readonly Client $client)
    {
        $server = $client->ask('/stats')->below('server');
        $this->oldPid = $server->number('pid');
        $this->seesProcesses = str_starts_with($client->address, 'unix:') && (string) @file_get_contents("/proc/$this->oldPid/cmdline") !== '';
        $this->earlier = $server->below('upgrade')->number('count');
        $client->ask('/upgrade', 'POST');
    }

    /** True once the new server has taken over, or has failed. */
    public function isOver(): bool
    {
        try {
            $server = $this->client->ask('/stats')->below('server');
        } catch (UsageError) {
            if ($this->client->isThere()) {  // its admin process may have ended within the response
                return false;
            }
            if (++$this->looks <= self::MOST_LOOKS) {
                return false;
            }
            // The option admin of the new server may name another address, or none.
            $this->isGone = $this->seesProcesses && !$this->isNewAlive();
            return true;
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

    private function isNewAlive(): bool
    {
        $status = $this->newPid > 0 ? @file_get_contents("/proc/$this->newPid/status") : false;
        return $status !== false && preg_match('/^State:\s+[ZX]/m', $status) !== 1;
    }
}
