<?php

declare(strict_types=1);

namespace Tern\Launcher\Fpm;

use Tern\Internal\Fpm\AccessFormat;
use Tern\Internal\Fpm\AccessLog;
use Tern\Internal\Fpm\Activity;
use Tern\Internal\Fpm\Monitor;
use Tern\Internal\Fpm\Overdue;
use Tern\Internal\Fpm\Responder;
use Tern\Internal\Fpm\ResponderOptions;
use Tern\Internal\Fpm\Scoreboard;
use Tern\Internal\Fpm\StatusPage;
use Tern\Internal\Unix;
use function Tern\Internal\change_process_setting;
use function Tern\Internal\hide_extension;
use function Tern\Internal\trace_slow_requests;
use function ini_get;

/** What the requests of a pool get, in each of its workers. */
final class PoolPages
{
    private const STATUS_CHILDREN = 2;
    private const OF_PROGRAMS = ['chroot', 'cli_get_process_title', 'cli_set_process_title', 'dl'];

    public readonly Responder $responder;
    /** At pm.status_listen. */
    public readonly Responder $status;
    /** Requests for the status at an address of its own are no requests of the pool. */
    private readonly Scoreboard $ofStatus;
    private readonly Monitor $monitor;
    private readonly ?Monitor $statusMonitor;

    /**
     * Call it before the process has another root: what it makes reads files of the system.
     *
     * @param int|null $accessLog its descriptor; null: there is none
     * @param int $master the number of its process
     */
    public function __construct(
        private readonly PoolConfig $pool,
        private readonly PoolPlan $plan,
        private readonly Scoreboard $scoreboard,
        ?int $accessLog,
        private readonly Launch $launch,
        int $master,
    ) {
        $this->responder = new Responder();
        $this->status = new Responder();
        $path = $pool->isGiven('pm.status_path') ? $pool->text('pm.status_path') : null;
        $ping = $pool->isGiven('ping.path') ? $pool->text('ping.path') : null;
        $hasOwn = $pool->isGiven('pm.status_listen');
        $page = new StatusPage($scoreboard, $path, $ping, $pool->text('ping.response'));
        $this->monitor = new Monitor($scoreboard, $page, self::accessLog($pool, $accessLog, $master), $pool->is('catch_workers_output'));
        $this->ofStatus = new Scoreboard("{$pool->name}_status", Scoreboard::ONDEMAND, self::STATUS_CHILDREN);
        $this->statusMonitor = $hasOwn ? new Monitor($this->ofStatus, new StatusPage($scoreboard, $path, $ping, $pool->text('ping.response'))) : null;
    }

    /**
     * In a worker.
     *
     * @param int $channel where stacks of slow requests go
     */
    public function begin(int $worker, int $channel): void
    {
        $this->ofStatus->attach($worker, $this->plan->processes);
        $this->scoreboard->attach($worker, $this->plan->processes);
        if ($this->pool->number('request_slowlog_timeout') > 0) {
            trace_slow_requests($channel, $this->pool->number('request_slowlog_trace_depth'));
        }
        self::removeFunctions();
        $this->monitor->watch(static fn(Activity $activity, int $child) => self::report($activity, $child, $channel));
        $settings = self::merged($this->pool->values) + $this->launch->settings();
        $limitsToEnd = $this->pool->is('request_terminate_timeout_track_finished');
        $options = ResponderOptions::ofPhpIni($this->extensions(), $settings, self::merged($this->pool->adminValues), $limitsToEnd);
        $options->begin($this->responder, $this->monitor);
        $this->statusMonitor === null || (new ResponderOptions())->begin($this->status, $this->statusMonitor);
    }

    /** PHP-FPM has neither pcntl nor what only programs have. Its functions would fork and change a process of many requests. */
    private static function removeFunctions(): void
    {
        $own = (string) ini_get('disable_functions');
        change_process_setting('disable_functions', implode(',', [...(get_extension_funcs('pcntl') ?: []), ...self::OF_PROGRAMS]), true);
        change_process_setting('disable_functions', $own, true);
        hide_extension('pcntl');
    }

    /** To the master: by then another request may have the activity's place. */
    private static function report(Activity $activity, int $child, int $channel): void
    {
        $report = new Report(
            Report::OVERDUE,
            $child,
            (int) getmypid(),
            $activity->acceptedNs,
            $activity->durationUs,
            Overdue::describe(['script' => $activity->script(), 'method' => $activity->method(), 'uri' => $activity->uri(), 'query' => $activity->query()]),
        );
        @Unix\write($channel, $report->encode());
    }

    /** @return list<string> */
    private function extensions(): array
    {
        return preg_split('/[ \t]+/', $this->pool->text('security.limit_extensions'), -1, PREG_SPLIT_NO_EMPTY) ?: [];
    }

    /**
     * @param list<array{string, string}> $settings
     * @return array<string, string> of two with one name the last one in this list counts
     */
    private static function merged(array $settings): array
    {
        return array_column($settings, 1, 0);
    }

    private static function accessLog(PoolConfig $pool, ?int $descriptor, int $master): ?AccessLog
    {
        return $descriptor === null ? null
            : new AccessLog($descriptor, new AccessFormat($pool->text('access.format'), $pool->name, $master), array_reverse($pool->suppressedPaths));
    }
}
