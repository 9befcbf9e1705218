<?php

declare(strict_types=1);

namespace Tern\Launcher\Fpm;

use Swoole\Event;
use Swoole\Process;
use Swoole\Timer;
use Tern\Internal\Unix;
use function count;
use function sprintf;

/** The master: starts the servers of the pools, and handles signals. It serves nothing itself. */
final class Master
{
    /** After SIGTERM requests have so long to end. */
    private const TERMINATES_MS = 500;
    private const BEAT_MS = 1000;

    private State $state = State::Normal;
    private bool $mustReap = false;
    private bool $isOver = false;
    private bool $isReady = false;
    /** @var array<string, Pool> by name */
    private array $pools = [];
    /** @var array<int, PoolProcess> by pid */
    private array $processes = [];
    private readonly Faults $faults;
    private readonly Systemd $systemd;
    private readonly AccessLogs $accessLogs;
    private readonly int $pid;

    /** @param array<string, Accounts> $accounts by pool */
    public function __construct(
        private readonly Configuration $configuration,
        private readonly Reloading $reloading,
        private readonly array $accounts,
        private readonly Listeners $listeners,
        private readonly Launch $launch,
        private readonly Log $log,
    ) {
        $global = $configuration->global;
        $this->faults = new Faults($global->number('emergency_restart_threshold'), $global->number('emergency_restart_interval'));
        $this->systemd = new Systemd($global->number('systemd_interval'));
        $this->accessLogs = new AccessLogs($log);
        $this->pid = (int) getmypid();
        foreach ($configuration->pools() as $pool) {
            $status = $pool->isGiven('pm.status_listen') ? $listeners->of($pool, 'pm.status_listen') : -1;
            $this->pools[$pool->name] = new Pool($pool, $listeners->of($pool), $status, $log);
        }
    }

    /**
     * Before it is launched.
     *
     * @throws ConfigError
     */
    public function prepare(): void
    {
        $this->accessLogs->open($this->configuration->pools());
        PidFile::write($this->configuration->global->text('pid'));
        @cli_set_process_title("php-fpm: master process ({$this->reloading->file})");
    }

    public function run(): int
    {
        $this->handleSignals();
        foreach ($this->reloading->restart->servers as $state) {
            $process = PoolProcess::restore($state, $this->onReport(...), $this->log);
            if ($process !== null) {
                $this->processes[$process->pid] = $process;
            }
        }
        foreach ($this->pools as $pool) {
            $pool->begin();
        }
        Timer::tick(self::BEAT_MS, fn() => array_map(static fn(Pool $pool) => $pool->beat(), $this->pools));
        while (!$this->isOver) {
            $this->startWanted();
            $this->tryReload();
            $this->noteReady();
            Event::dispatch();
            if ($this->mustReap) {
                $this->reap();
            }
        }
        // PHP ends when nothing can happen any more.
        Timer::clearAll();
        array_map(static fn(int $signal): bool => Process::signal($signal), [...Restart::SIGNALS, SIGCHLD]);
        return 0;
    }

    private function handleSignals(): void
    {
        Process::signal(SIGCHLD, function (): void {
            $this->mustReap = true;
        });
        Process::signal(SIGTERM, fn() => $this->stop(State::Terminating, 'Terminating ...'));
        Process::signal(SIGINT, fn() => $this->stop(State::Terminating, 'Terminating ...'));
        Process::signal(SIGQUIT, fn() => $this->stop(State::Finishing, 'Finishing ...'));
        Process::signal(SIGUSR1, $this->reopenLogs(...));
        Process::signal(SIGUSR2, $this->reload(...));
        Unix\block_signals(Restart::SIGNALS, false);
        $this->mustReap = true;  // one may have ended while the master was executed anew
    }

    // --- the servers of pools

    private function startWanted(): void
    {
        foreach ($this->pools as $pool) {
            if ($pool->isWanted && $this->state === State::Normal) {
                $this->start($pool);
            }
        }
    }

    private function start(Pool $pool): void
    {
        $config = $pool->config;
        $plan = PoolPlan::of($config);
        $process = PoolProcess::start($config, $config->is('catch_workers_output') ? $plan->processes : 0, function (int $channel, array $outputs) use ($config, $plan): int {
            return $this->serve($config, $plan, $channel, $outputs);
        }, $this->onReport(...), $this->log);
        if ($process === null) {
            $pool->isWanted = false;
            return;
        }
        $this->processes[$process->pid] = $process;
        $pool->take($process);
        $this->log->debug("[pool $config->name] child $process->pid started");
    }

    /**
     * In the new process, which must not have what belongs to the master and to other pools.
     *
     * @param list<array{int, int}> $outputs
     */
    private function serve(PoolConfig $config, PoolPlan $plan, int $channel, array $outputs): int
    {
        foreach ($this->processes as $process) {
            $process->leave();
        }
        foreach ($this->pools as $name => $pool) {
            $name === $config->name || $pool->monitor->scoreboard->leave();
        }
        $socket = $this->listeners->of($config);
        $status = $config->isGiven('pm.status_listen') ? $this->listeners->of($config, 'pm.status_listen') : -1;
        $this->listeners->leave([$socket, $status]);
        $this->configuration->leave($config);
        $accessLog = $this->accessLogs->leaveOthers($config);
        $pages = new PoolPages($config, $plan, $this->pools[$config->name]->monitor->scoreboard, $accessLog, $this->launch, $this->pid);
        $server = new PoolServer($config, $this->accounts[$config->name], $plan, $socket, $status, $pages, $channel, $outputs, $this->log, $this->pid);
        return $server->run();
    }

    private function onReport(PoolProcess $process, Report $report): void
    {
        $pool = $this->pools[$process->pool] ?? null;
        switch ($report->what) {
            case Report::STARTED:
                $isReplacement = $process->isReplacement || isset($process->former[$report->worker]);
                $this->log->write($isReplacement ? Level::Notice : Level::Debug, "[pool $process->pool] child $report->pid started");
                $former = $pool !== null && $pool->has($process) ? $pool->onReady() : null;
                $former === null || $this->leave($former);
                $this->noteReady();
                break;
            case Report::STOPPED:
            case Report::DIED:
                $started = $process->workers[$report->pid] ?? $process->started;
                $this->logEnd($process->pool, $report->pid, $report->code, $report->signal, $started, $process->isIdle);
                $this->countFault($report->signal);
                break;
            case Report::SLOW:
                $pool?->monitor->trace($report->text);
                break;
            case Report::OVERDUE:
                $pool?->monitor->note($report);
                break;
            case Report::IDLE:
                if ($pool !== null && $pool->has($process)) {
                    $process->isIdle = true;
                    $this->leave($process);
                }
                break;
        }
    }

    private function logEnd(string $pool, int $pid, int $code, int $signal, float $started, bool $isIdle = false): void
    {
        $isUsual = $signal === 0 && $code === 0;
        $level = $this->state !== State::Normal || ($isIdle && $isUsual) ? Level::Debug : ($isUsual ? Level::Notice : Level::Warning);
        $this->log->write($level, "[pool $pool] child $pid exited " . Signals::describe($code, $signal)
            . sprintf(' after %.6f seconds from start', microtime(true) - $started));
    }

    private function countFault(int $signal): void
    {
        if ($this->state === State::Normal && $this->faults->add($signal)) {
            $this->log->warning($this->faults->describe());
            $this->reload();
        }
    }

    /** It ends when its requests have ended. */
    private function leave(PoolProcess $process): void
    {
        if (!$process->isLeaving) {
            $process->isLeaving = true;
            $process->leftAt = microtime(true);
            $process->signal(SIGTERM);
            Timer::after(PoolProcess::STOPS_ACCEPTING_MS, static fn() => null);  // noteReady() looks again
        }
    }

    private function reap(): void
    {
        $this->mustReap = false;
        while (($ended = Process::wait(false)) !== false) {
            if ($ended['pid'] === $this->reloading->trial?->pid) {
                $this->endTrial($ended['code'] === 0 && $ended['signal'] === 0);
            }
            $process = $this->processes[$ended['pid']] ?? null;
            if ($process === null) {
                continue;
            }
            unset($this->processes[$ended['pid']]);
            $process->close();
            if (!$process->isLeaving) {
                $this->logEnd($process->pool, $process->pid, $ended['code'], $ended['signal'], $process->started);
                $this->countFault($ended['signal']);
            }
            ($this->pools[$process->pool] ?? null)?->onEnd($process, $this->state === State::Normal);
            if ($this->state === State::Normal && !$process->isLeaving) {
                $this->takeOver();  // one that fails to start is started again: there is nothing to wait for
            }
        }
        if ($this->state !== State::Normal && $this->processes === []) {
            $this->end();
        }
    }

    // --- ready

    private function noteReady(): void
    {
        if ($this->isReady || $this->state !== State::Normal) {
            return;
        }
        foreach ($this->pools as $pool) {
            if ($pool->isWanted || ($pool->current !== null && !$pool->current->isReady)) {
                return;
            }
        }
        $this->takeOver();
    }

    /** All pools serve. So the servers that were there before a reload end, and it is over when they accept no connections any more. */
    private function takeOver(): void
    {
        $former = array_filter($this->processes, fn(PoolProcess $one): bool => ($this->pools[$one->pool] ?? null)?->has($one) !== true);
        $accepting = array_filter($former, static fn(PoolProcess $one): bool => !$one->isLeaving || $one->mayAccept());
        array_map($this->leave(...), $former);
        if ($accepting === []) {
            $this->beReady();
        }
    }

    private function beReady(): void
    {
        if (!$this->isReady) {
            $this->isReady = true;
            $this->log->notice('ready to handle connections');
            $this->systemd->begin(fn(): string => 'Processes: ' . array_sum(array_map(static fn(PoolProcess $one): int => count($one->workers), $this->processes)));
        }
    }

    // --- signals

    private function stop(State $state, string $message): void
    {
        $this->log->notice($message);
        if (!$this->state->givesWayTo($state)) {
            return;
        }
        $this->state = $state;
        $this->reloading->trial?->kill();
        $this->systemd->onState($state);
        foreach ($this->pools as $pool) {
            $pool->leaveSockets();
        }
        $this->listeners->refuse();
        foreach ($this->processes as $process) {
            // A second SIGTERM ends its workers at once.
            if (!$process->isLeaving || $state === State::Terminating) {
                $process->isLeaving = true;
                $process->signal(SIGTERM);
            }
        }
        if ($this->processes === []) {
            $this->end();
            return;
        }
        $limitMs = 1000 * $this->configuration->global->number('process_control_timeout');
        $waitMs = $state === State::Terminating ? self::TERMINATES_MS : $limitMs;
        if ($waitMs > 0) {
            Timer::after($waitMs, $this->killAll(...));
        }
    }

    private function killAll(): void
    {
        foreach ($this->processes as $process) {
            $process->kill();
        }
    }

    private function end(): void
    {
        if (!$this->isOver) {
            $this->isOver = true;
            $this->log->notice('exiting, bye-bye!');
            PidFile::remove($this->configuration->global->text('pid'), $this->log);
            $this->listeners->close();
        }
    }

    private function reopenLogs(): void
    {
        $this->log->restoreStandardError();
        if ($this->log->reopen($this->configuration->global->text('error_log'))) {
            $this->log->notice('error log file re-opened');
        } else {
            $this->log->error('unable to re-opened error log file');
        }
        $isReopened = $this->accessLogs->areUsed() ? $this->accessLogs->reopen($this->configuration->pools()) : null;
        $this->log->takeStandardError();
        if ($isReopened === null) {
            return;
        }
        if ($isReopened) {
            $this->log->notice('access log file re-opened');
        } else {
            $this->log->error('unable to re-opened access log file');
        }
        foreach ($this->pools as $pool) {
            $pool->replace();
        }
    }

    private function reload(): void
    {
        $this->log->notice('Reloading in progress ...');
        $this->reloading->isWanted = $this->state === State::Normal;
    }

    /** One at a time: what was asked for meanwhile is tried afterwards. */
    private function tryReload(): void
    {
        if (!$this->reloading->isWanted || $this->reloading->trial !== null || $this->state !== State::Normal) {
            return;
        }
        $this->reloading->try($this->listeners->all());
        $this->reloading->trial === null && $this->refuseReload();
    }

    private function endTrial(bool $isPossible): void
    {
        $trial = $this->reloading->trial;
        $this->reloading->trial = null;
        if ($trial === null || $this->state !== State::Normal) {
            $trial?->close(null);
            return;
        }
        if (!$isPossible) {
            $trial->close($this->log);
            $this->refuseReload();
            return;
        }
        $trial->close(null);  // the new master logs its warnings
        $this->reloading->isWanted || $this->executeAnew();
    }

    private function refuseReload(): void
    {
        $this->log->error('reload refused: the pools continue with the configuration that they have');
    }

    private function executeAnew(): void
    {
        $this->state = State::Reloading;
        $this->systemd->onState($this->state);
        $this->log->notice("reloading: {$this->reloading->restart->describe()}");
        Unix\close_all_on_exec();
        $states = [];
        foreach ($this->processes as $process) {
            $pool = $this->pools[$process->pool] ?? null;
            $states[] = $process->describe($pool !== null && $pool->config->is('decorate_workers_output'));
        }
        $this->log->restoreStandardError();
        $this->reloading->restart->execute($this->listeners->all(), $states);
        $this->log->takeStandardError();
        $this->log->error('failed to reload: execvp() failed');
        $this->state = State::Normal;
    }
}
