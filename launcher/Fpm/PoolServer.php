<?php

declare(strict_types=1);

namespace Tern\Launcher\Fpm;

use Swoole\Http\Server;
use Swoole\Timer;
use Tern\Internal\Fpm\Monitor;
use Tern\Internal\Unix;
use function Tern\Internal\end_with_parent;
use function array_slice;

/** The server of a pool, in a process of its own: it becomes the pool's user, and serves. */
final class PoolServer
{
    private const LONGEST_WAIT_S = 86400;
    private const IDLE_CHECK_MS = 1000;
    /** The web server has its own limits, which are what its administrator has set. */
    private const PARAMETERS = 1 << 20;
    /** An address that no client has. */
    private const NO_CLIENT = '255.255.255.255';

    /** @var list<string> errors that a child of PHP-FPM logs when it has started */
    private array $complaints = [];

    /**
     * @param int $status the socket of pm.status_listen; -1: none
     * @param int $channel where reports go
     * @param list<array{int, int}> $outputs standard output and error of each worker, and of this process; empty: nowhere
     * @param int $master its process
     */
    public function __construct(
        private readonly PoolConfig $pool,
        private readonly Accounts $accounts,
        private readonly PoolPlan $plan,
        private readonly int $socket,
        private readonly int $status,
        private readonly PoolPages $pages,
        private readonly int $channel,
        private readonly array $outputs,
        private readonly Log $log,
        private readonly int $master,
    ) {
    }

    /** @return int the exit code */
    public function run(): int
    {
        Unix\lead_group();
        $this->log->leave();
        $this->redirect(array_slice($this->outputs, -1)[0] ?? null);
        Unix\close_all_on_exec();
        @cli_set_process_title("php-fpm: pool {$this->pool->name}");
        class_exists(Report::class);  // no file of the launcher can be read in another root
        Monitor::load();
        if (!$this->becomeUser()) {
            $this->log->error("[pool {$this->pool->name}] child failed to initialize");
            return Program::EXIT_SOFTWARE;
        }
        if (!end_with_parent($this->master)) {
            return 0;
        }
        $this->changeEnvironment();
        $server = $this->make();
        return $server->start() ? 0 : Program::EXIT_SOFTWARE;
    }

    /** @param array{int, int}|null $pair null: what is printed goes nowhere */
    private function redirect(?array $pair): void
    {
        Unix\redirect($pair[0] ?? 1, 1);
        Unix\redirect($pair[1] ?? 1, 2);
    }

    private function becomeUser(): bool
    {
        foreach (['files' => 'RLIMIT_NOFILE', 'core' => 'RLIMIT_CORE'] as $name => $constant) {
            $most = $this->pool->number("rlimit_$name");
            $error = $most === 0 ? 0 : Unix\limit($name, $most);
            $error === 0 || $this->log->systemError("[pool {$this->pool->name}] failed to set rlimit_$name for this pool. Please check your system limits or"
                . " decrease rlimit_$name. setrlimit($constant, $most)", $error);
        }
        $isRoot = Accounts::isRoot();
        $priority = $this->pool->number('process.priority');
        if ($isRoot && $priority !== Kind::NO_PRIORITY && ($error = Unix\set_priority($priority)) !== 0) {
            $this->log->systemError("[pool {$this->pool->name}] Unable to set priority for this new process", $error);
            return false;
        }
        if ($isRoot && !Unix\drop_privileges($this->pool->text('user'), $this->pool->text('group'), $this->pool->text('chroot'))) {
            return false;
        }
        if ($this->pool->isGiven('chdir') && !@chdir($this->pool->text('chdir'))) {
            $this->log->error("[pool {$this->pool->name}] failed to chdir({$this->pool->text('chdir')})");
            return false;
        }
        if ($this->pool->is('process.dumpable')) {
            Unix\be_dumpable();
        }
        return true;
    }

    private function changeEnvironment(): void
    {
        $variables = [];
        foreach ($this->pool->environment as [$name, $value]) {
            $variables[$name] = str_starts_with($value, '$') ? (string) getenv(substr($value, 1)) : $value;
        }
        $own = array_filter(['USER' => $this->accounts->name, 'HOME' => $this->accounts->home], static fn(?string $one): bool => $one !== null);
        foreach (['NOTIFY_SOCKET', 'WATCHDOG_USEC', 'WATCHDOG_PID', 'LISTEN_PID', 'LISTEN_FDS', 'LISTEN_FDNAMES'] as $name) {
            putenv($name);
        }
        Unix\change_environment($variables + $own, $this->pool->is('clear_env'));
    }

    private function make(): Server
    {
        [$host, $port] = Listeners::name($this->socket);
        Unix\inherit_socket($this->socket);
        $this->status < 0 || Unix\inherit_socket($this->status);
        $server = new Server($host, $port, SWOOLE_BASE, self::type($host));
        $server->set($this->options());
        $this->status < 0 || $this->addStatusPort($server);
        $server->on('workerStart', $this->onWorkerStart(...));
        $server->on('workerStop', fn(Server $server, int $worker) => $this->report(new Report(Report::STOPPED, $worker, (int) getmypid())));
        $server->on('workerError', fn(Server $server, int $worker, int $pid, int $code, int $signal)
            => $this->report(new Report(Report::DIED, $worker, $pid, $code, $signal)));
        $server->on('request', $this->pages->responder->respond(...));
        return $server;
    }

    /** @return array<string, mixed> */
    private function options(): array
    {
        return [
            'worker_num' => $this->plan->processes,
            'fastcgi_concurrency' => $this->pool->number('pm.max_children'),
            'fastcgi_allowed_clients' => $this->allowedClients(),
            'max_request' => $this->plan->maxRequests($this->pool),
            'log_prefix' => !$this->pool->is('decorate_workers_output'),  // the master adds it to others
            'max_wait_time' => self::LONGEST_WAIT_S,
            'hook_flags' => SWOOLE_HOOK_ALL,
            'open_fastcgi_protocol' => true,
            'package_max_length' => PHP_INT_MAX,  // post_max_size is a page's, which may have it of .user.ini
            'upload_tmp_dir' => $this->temporaryFolder(),
            'fastcgi_parameters_max_size' => self::PARAMETERS,
            'http_parse_post' => false,
            'http_parse_files' => false,
            'slow_request_ms' => 1000 * $this->pool->number('request_slowlog_timeout'),
            'max_request_execution_time' => $this->pool->number('request_terminate_timeout'),
        ] + (Kind::isOn($this->pool->setting('swoole.blocking_detection')) ? [] : ['blocking_threshold' => 0]);  // the slowlog names slow pages
    }

    /** For bodies while they arrive: where PHP keeps those of pages. */
    private function temporaryFolder(): string
    {
        foreach (['upload_tmp_dir', 'sys_temp_dir'] as $setting) {
            $folder = $this->pool->setting($setting);
            if ($folder !== '' && is_dir($folder) && is_writable($folder)) {
                return $folder;
            }
        }
        return sys_get_temp_dir();
    }

    /** @return list<string> empty: all may connect */
    private function allowedClients(): array
    {
        if (!$this->pool->isIp() || !$this->pool->isGiven('listen.allowed_clients')) {
            return [];
        }
        $allowed = [];
        foreach (explode(',', $this->pool->text('listen.allowed_clients')) as $client) {
            if (filter_var(trim($client), FILTER_VALIDATE_IP) !== false) {
                $allowed[] = trim($client);
            } else {
                $this->complaints[] = 'Wrong IP address \'' . trim($client) . "' in listen.allowed_clients";
            }
        }
        if ($allowed === []) {
            $this->complaints[] = 'There are no allowed addresses';
        }
        return $allowed ?: [self::NO_CLIENT];
    }

    private function addStatusPort(Server $server): void
    {
        [$host, $port] = Listeners::name($this->status);
        $added = $server->listen($host, $port, self::type($host));
        if ($added !== false) {
            $added->set(['open_fastcgi_protocol' => true]);
            $added->on('request', $this->pages->status->respond(...));
        }
    }

    private static function type(string $host): int
    {
        return match (true) {
            str_starts_with($host, '/') => SWOOLE_SOCK_UNIX_STREAM,
            str_contains($host, ':') => SWOOLE_SOCK_TCP6,
            default => SWOOLE_SOCK_TCP,
        };
    }

    private function onWorkerStart(Server $server, int $worker): void
    {
        if (isset($this->outputs[$worker])) {
            $this->redirect($this->outputs[$worker]);
        }
        $this->pages->begin($worker, $this->channel);
        $this->report(new Report(Report::STARTED, $worker, (int) getmypid()));
        $worker === 0 && array_map($this->log->error(...), $this->complaints);
        if ($worker === 0 && $this->pool->text('pm') === 'ondemand') {
            $this->watchIdleness($server);
        }
    }

    /** pm.process_idle_timeout: then the master ends the server, and waits for a connection. */
    private function watchIdleness(Server $server): void
    {
        [$count, $since] = [-1, microtime(true)];
        Timer::tick(self::IDLE_CHECK_MS, function () use ($server, &$count, &$since): void {
            $stats = $server->stats();
            $now = microtime(true);
            if ($stats['request_count'] !== $count || ($stats['concurrency'] ?? 0) > 0) {
                [$count, $since] = [$stats['request_count'], $now];
            } elseif ($now - $since >= $this->pool->number('pm.process_idle_timeout')) {
                $since = $now;
                $this->report(new Report(Report::IDLE));
            }
        });
    }

    private function report(Report $report): void
    {
        @Unix\write($this->channel, $report->encode());
    }
}
