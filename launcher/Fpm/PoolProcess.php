<?php

declare(strict_types=1);

namespace Tern\Launcher\Fpm;

use Closure;
use Swoole\Event;
use Swoole\Process;
use Tern\Internal\Unix;
use function count;
use function is_array;
use function is_float;
use function is_int;
use function is_string;
use function array_slice;
use function in_array;

/** One run of a pool's server: a process with workers of its own. */
final class PoolProcess
{
    private const MOST_REPORTS = 256;
    /** A worker accepts nothing so long after it was told to end, unless it is stuck. */
    public const STOPS_ACCEPTING_MS = 200;

    /** A worker has started: it serves. */
    public bool $isReady = false;
    /** Reports may come. */
    private bool $isRead = true;
    /** It was told to end. */
    public bool $isLeaving = false;
    /** It ends because it had nothing to do. */
    public bool $isIdle = false;
    /** When, in seconds since 1970. */
    public float $leftAt = 0.0;
    /** @var array<int, float> when its workers have started, by their pids */
    public array $workers = [];
    /** It takes the place of one that has ended by itself. */
    public bool $isReplacement = false;
    /** @var array<int, true> the numbers of workers that had one before */
    public array $former = [];
    /** @var array<int, int> their pids by number */
    public array $pids = [];

    /**
     * @param float $started seconds since 1970
     * @param int $channel where reports arrive
     * @param array<int, Output> $outputs by descriptor
     */
    private function __construct(
        public readonly int $pid,
        public readonly string $pool,
        public readonly float $started,
        private readonly int $channel,
        private array $outputs,
        private readonly Closure $onReport,
    ) {
        Event::add($channel, fn() => $this->readReports());
        foreach ($this->outputs as $output) {
            Event::add($output->descriptor, fn() => $this->readOutput($output));
        }
    }

    /**
     * Call it outside of coroutines. Returns in the master only.
     *
     * @param Closure(int, list<array{int, int}>): int $run in the new process, with the channel and the descriptors of standard output and
     *     error, by worker; the last pair is the server's own
     * @param int $workers 0: what they print is not read
     * @param Closure(self, Report): void $onReport
     */
    public static function start(PoolConfig $pool, int $workers, Closure $run, Closure $onReport, Log $log): ?self
    {
        $channel = Unix\open_channel();
        $pipes = [];
        for ($i = 0; $i < 2 * ($workers === 0 ? 0 : $workers + 1); ++$i) {
            $pipes[] = Unix\open_pipe();
        }
        if ($channel === [] || in_array([], $pipes, true)) {
            $log->error("[pool $pool->name] failed to prepare the stderr pipe");
            return null;
        }
        $written = array_map(static fn(array $pair): array => [(int) $pair[0][1], (int) $pair[1][1]], array_chunk($pipes, 2));
        $process = new Process(static function () use ($run, $channel, $pipes, $written): void {
            Unix\reset_signals(Restart::SIGNALS);
            Unix\block_signals(Restart::SIGNALS, false);
            Unix\close((int) $channel[0]);
            foreach ($pipes as $pipe) {
                Unix\close((int) $pipe[0]);
            }
            exit($run((int) $channel[1], $written));
        }, false, 0);
        Unix\block_signals(Restart::SIGNALS, true);
        $pid = $process->start();
        Unix\block_signals(Restart::SIGNALS, false);
        Unix\close((int) $channel[1]);
        foreach ($pipes as $pipe) {
            Unix\close((int) $pipe[1]);
        }
        if (!is_int($pid)) {
            $log->error('fork() failed');
            return null;
        }
        $outputs = [];
        foreach ($pipes as $i => $pipe) {
            $outputs[(int) $pipe[0]] = new Output(
                (int) $pipe[0],
                $i % 2 === 0 ? 'stdout' : 'stderr',
                $pid,
                $pool->name,
                $pool->is('decorate_workers_output'),
                $log,
            );
        }
        return new self($pid, $pool->name, microtime(true), (int) $channel[0], $outputs, $onReport);
    }

    /**
     * One that the master had before it was executed anew.
     *
     * @param array<mixed> $state of describe()
     * @param Closure(self, Report): void $onReport
     */
    public static function restore(array $state, Closure $onReport, Log $log): ?self
    {
        [$pid, $pool, $started, $channel, $described, $isLeaving, $workers] = $state + [0, '', 0.0, -1, [], false, []];
        if (!is_int($pid) || !is_string($pool) || !is_int($channel) || !is_array($described) || $pid <= 1) {
            return null;
        }
        $outputs = [];
        foreach ($described as $one) {
            if (is_array($one) && count($one) === 4 && is_int($one[0]) && is_string($one[1]) && is_int($one[2])) {
                $outputs[$one[0]] = new Output($one[0], $one[1], $one[2], $pool, $one[3] === true, $log);
            }
        }
        $self = new self($pid, $pool, is_float($started) ? $started : 0.0, $channel, $outputs, $onReport);
        $self->isReady = true;
        $self->isLeaving = $isLeaving === true;
        foreach (is_array($workers) ? $workers : [] as $worker => $since) {
            $self->workers[(int) $worker] = is_float($since) ? $since : $self->started;
        }
        return $self;
    }

    /** @return array<mixed> for restore(), in the program that this process becomes; the descriptors stay open there */
    public function describe(bool $decorates): array
    {
        Unix\keep_on_exec($this->channel);
        $outputs = [];
        foreach ($this->outputs as $output) {
            Unix\keep_on_exec($output->descriptor);
            $outputs[] = [$output->descriptor, $output->stream, $output->pid, $decorates];
        }
        return [$this->pid, $this->pool, $this->started, $this->channel, $outputs, $this->isLeaving, $this->workers];
    }

    private function readReports(): void
    {
        for ($i = 0; $i < self::MOST_REPORTS; ++$i) {
            $text = Unix\read($this->channel);
            if ($text === null) {
                return;
            }
            if ($text === '') {
                $this->stopReading();
                return;
            }
            $report = Report::decode($text);
            $report === null || $this->take($report);
        }
    }

    private function stopReading(): void
    {
        if ($this->isRead) {
            $this->isRead = false;
            Event::del($this->channel);
        }
    }

    private function take(Report $report): void
    {
        if ($report->what === Report::STARTED) {
            $this->isReady = true;
            $this->workers[$report->pid] = microtime(true);
            if (isset($this->pids[$report->worker])) {
                $this->former[$report->worker] = true;
            }
            $this->pids[$report->worker] = $report->pid;
            foreach (array_slice($this->outputs, 2 * max(0, $report->worker), 2) as $output) {
                $output->pid = $report->pid;
            }
        }
        ($this->onReport)($this, $report);
        if ($report->what === Report::STOPPED || $report->what === Report::DIED) {
            unset($this->workers[$report->pid]);
        }
    }

    private function readOutput(Output $output): void
    {
        $this->readReports();  // a worker that prints has started
        if (!$output->read()) {
            $this->drop($output);
        }
    }

    /** It has ended. */
    public function close(): void
    {
        $this->readReports();
        $this->stopReading();
        Unix\close($this->channel);
        array_map($this->drop(...), $this->outputs);
    }

    private function drop(Output $output): void
    {
        unset($this->outputs[$output->descriptor]);
        Event::del($output->descriptor);
        $output->close();
    }

    /** In another process, which must not have what is this one's. */
    public function leave(): void
    {
        Unix\close($this->channel);
        foreach ($this->outputs as $output) {
            Unix\close($output->descriptor);
        }
    }

    /** It was told to end a moment ago. */
    public function mayAccept(): bool
    {
        return microtime(true) - $this->leftAt < self::STOPS_ACCEPTING_MS / 1000;
    }

    public function signal(int $number): void
    {
        @Process::kill($this->pid, $number);
    }

    /** It and all its workers end at once. */
    public function kill(): void
    {
        Unix\signal_group($this->pid, SIGKILL);
        $this->signal(SIGKILL);  // it may not lead its group yet
    }
}
