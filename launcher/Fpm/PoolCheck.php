<?php

declare(strict_types=1);

namespace Tern\Launcher\Fpm;

use Tern\Internal\Unix;
use function in_array;
use function strlen;

/** A pool's section: completes it, and refuses what contradicts. The messages are PHP-FPM's. */
final class PoolCheck
{
    /** @var list<string> settings of PHP whose relative paths are below the prefix */
    private const PATHS = ['error_log', 'extension_dir', 'mime_magic.magicfile', 'sendmail_path', 'session.cookie_path', 'session_pgsql.sem_file_name',
        'soap.wsdl_cache_dir', 'uploadprogress.file.filename_template', 'xdebug.output_dir', 'xdebug.profiler_output_dir',
        'xdebug.trace_output_dir', 'xmms.path', 'axis2.client_home', 'blenc.key_file', 'coin_acceptor.device'];
    private const TRACE_DEPTH = 20;
    private const MOST_CHILDREN = 65536;

    public function __construct(
        private readonly PoolConfig $pool,
        private readonly bool $mayBeRoot,
        private readonly bool $hasEdges,
        private readonly Paths $paths,
        private readonly Log $log,
    ) {
    }

    /** @throws ConfigError */
    public function run(): void
    {
        $this->checkPrefix();
        if (!$this->pool->has('user') && Accounts::isRoot() && !$this->mayBeRoot) {
            throw $this->pool->error('user has not been defined', Level::Alert);
        }
        $this->checkListen();
        if (!MasterCheck::isPriority($this->pool->number('process.priority'))) {
            throw $this->pool->error('process.priority must be included into [-19,20]');
        }
        $this->checkManager();
        $this->checkStatus();
        $this->checkPing();
        $this->completePath('access.log');
        if ($this->pool->isGiven('access.log')) {
            $this->pool->setDefault('access.format', Directives::FORMAT);
        }
        $this->checkSlowLog();
        $this->checkRoot();
        $this->checkFolder();
        $this->pool->setDefault('security.limit_extensions', '.php .phar');
        $this->completeSettings();
        $this->checkOwnSettings();
    }

    /** Those of Tern that decide about the processes of the pool. */
    private function checkOwnSettings(): void
    {
        $isolation = $this->pool->setting('tern.isolation');
        if (!in_array($isolation, ['', 'context', 'process'], true)) {
            throw $this->pool->error("tern.isolation is '$isolation': it must be context or process");
        }
        $processes = $this->pool->setting('tern.pool_processes');
        if ($processes !== '' && !Kind::isNumber($processes)) {
            throw $this->pool->error("tern.pool_processes is '$processes': it must be a number of processes, or 0 for one for each CPU");
        }
    }

    private function completePath(string $name): void
    {
        if ($this->pool->isGiven($name)) {
            $this->pool->set($name, $this->paths->full($this->pool->text($name), $this->pool));
        }
    }

    private function checkPrefix(): void
    {
        if ($this->pool->isGiven('prefix')) {
            $this->pool->set('prefix', $this->paths->full($this->pool->text('prefix')));
            $prefix = $this->pool->text('prefix');
            is_dir($prefix) || throw $this->pool->error("the prefix '$prefix' does not exist or is not a directory");
        }
    }

    private function checkListen(): void
    {
        $this->pool->isGiven('listen') || throw $this->pool->error('no listen address have been defined!', Level::Alert);
        if (!$this->pool->isIp()) {
            $this->completePath('listen');
        }
    }

    private function checkManager(): void
    {
        $pool = $this->pool;
        $pool->has('pm') || throw $pool->error('the process manager is missing (static, dynamic or ondemand)', Level::Alert);
        $pool->number('pm.max_children') >= 1 || throw $pool->error('pm.max_children must be a positive value', Level::Alert);
        $pool->number('pm.max_children') <= self::MOST_CHILDREN
            || throw $pool->error("pm.max_children is {$pool->number('pm.max_children')}: " . self::MOST_CHILDREN . ' is the most');
        match ($pool->text('pm')) {
            'dynamic' => $this->checkDynamic(),
            'ondemand' => $this->checkOnDemand(),
            default => null,
        };
    }

    private function checkDynamic(): void
    {
        $pool = $this->pool;
        [$most, $least, $spare] = [$pool->number('pm.max_children'), $pool->number('pm.min_spare_servers'), $pool->number('pm.max_spare_servers')];
        if ($least <= 0) {
            throw $pool->error("pm.min_spare_servers($least) must be a positive value", Level::Alert);
        }
        if ($spare <= 0) {
            throw $pool->error("pm.max_spare_servers($spare) must be a positive value", Level::Alert);
        }
        if ($least > $most || $spare > $most) {
            throw $pool->error("pm.min_spare_servers($least) and pm.max_spare_servers($spare) cannot be greater than pm.max_children($most)", Level::Alert);
        }
        if ($spare < $least) {
            throw $pool->error("pm.max_spare_servers($spare) must not be less than pm.min_spare_servers($least)", Level::Alert);
        }
        $start = $pool->number('pm.start_servers');
        if ($start <= 0) {
            $start = $least + intdiv($spare - $least, 2);
            $pool->set('pm.start_servers', $start);
            $this->log->notice("[pool $pool->name] pm.start_servers is not set. It's been set to $start.");
        } elseif ($start < $least || $start > $spare) {
            throw $pool->error("pm.start_servers($start) must not be less than pm.min_spare_servers($least) and not greater than"
                . " pm.max_spare_servers($spare)", Level::Alert);
        }
        $pool->number('pm.max_spawn_rate') >= 1 || throw $pool->error('pm.max_spawn_rate must be a positive value', Level::Alert);
    }

    private function checkOnDemand(): void
    {
        $pool = $this->pool;
        if (!$this->hasEdges) {
            throw $pool->error('ondemand process manager can ONLY be used when events.mechanism is either epoll (Linux) or kqueue (*BSD).', Level::Alert);
        }
        $idle = $pool->number('pm.process_idle_timeout');
        $idle >= 1 || throw $pool->error("pm.process_idle_timeout({$idle}s) must be greater than 0s", Level::Alert);
        foreach (['pm.start_servers', 'pm.min_spare_servers', 'pm.max_spare_servers'] as $name) {
            $pool->set($name, 0);
        }
    }

    private function checkStatus(): void
    {
        if ($this->pool->has('pm.status_listen')) {
            $this->pool->setDefault('pm.status_path', '/');
        }
        if ($this->pool->isGiven('pm.status_path')) {
            $this->checkUrlPath('status', $this->pool->text('pm.status_path'), $this->pool->has('pm.status_listen') ? 1 : 2);
        }
    }

    private function checkPing(): void
    {
        if (!$this->pool->isGiven('ping.path')) {
            $this->pool->set('ping.response', null);
            return;
        }
        $this->checkUrlPath('ping', $this->pool->text('ping.path'), 2);
        $this->pool->setDefault('ping.response', 'pong');
        $this->pool->isGiven('ping.response') || throw $this->pool->error("the ping response page '' is not long enough");
    }

    private function checkUrlPath(string $what, string $path, int $least): void
    {
        if ($path[0] !== '/') {
            throw $this->pool->error("the $what path '$path' must start with a '/'");
        }
        if (strlen($path) < $least) {
            throw $this->pool->error("the $what path '$path' is not long enough");
        }
        if (preg_match('~^[A-Za-z0-9/_.\~-]+$~D', $path) !== 1) {
            throw $this->pool->error("the $what path '$path' must contain only the following characters '[alphanum]/_-.~'");
        }
    }

    private function checkSlowLog(): void
    {
        $pool = $this->pool;
        $this->completePath('slowlog');
        [$slow, $end, $depth] = [$pool->number('request_slowlog_timeout'), $pool->number('request_terminate_timeout'), $pool->number('request_slowlog_trace_depth')];
        if ($slow !== 0) {
            $pool->isGiven('slowlog') || throw $pool->error("'slowlog' must be specified for use with 'request_slowlog_timeout'");
            $descriptor = Unix\open_log($pool->text('slowlog'));
            if ($descriptor < 0) {
                throw ConfigError::ofSystem("Unable to create or open slowlog({$pool->text('slowlog')})", -$descriptor);
            }
            Unix\close($descriptor);
            if ($end !== 0 && $slow > $end) {
                throw $pool->error("'request_slowlog_timeout' ($slow) can't be greater than 'request_terminate_timeout' ($end)");
            }
        }
        if ($depth === 0) {
            $pool->set('request_slowlog_trace_depth', self::TRACE_DEPTH);
            return;
        }
        $pool->isGiven('slowlog') || throw $pool->error("'slowlog' must be specified for use with 'request_slowlog_trace_depth'");
        $depth > 0 || throw $pool->error("'request_slowlog_trace_depth' ($depth) must be a positive value");
    }

    private function checkRoot(): void
    {
        if (!$this->pool->isGiven('chroot')) {
            return;
        }
        try {
            $this->pool->set('chroot', $this->paths->expanded($this->pool->text('chroot'), $this->pool));
        } catch (ConfigError $error) {
            $this->log->error($error->getMessage());
        }
        $root = $this->pool->text('chroot');
        $root[0] === '/' || throw $this->pool->error("the chroot path '$root' must start with a '/'");
        is_dir($root) || throw $this->pool->error("the chroot path '$root' does not exist or is not a directory");
    }

    private function checkFolder(): void
    {
        if (!$this->pool->isGiven('chdir')) {
            return;
        }
        $this->completePath('chdir');
        $folder = $this->pool->text('chdir');
        $folder[0] === '/' || throw $this->pool->error("the chdir path '$folder' must start with a '/'");
        if (!$this->pool->has('chroot')) {
            is_dir($folder) || throw $this->pool->error("the chdir path '$folder' does not exist or is not a directory");
            return;
        }
        $root = $this->pool->text('chroot');
        is_dir("$root/$folder") || throw $this->pool->error("the chdir path '$folder' within the chroot path '$root' ('$root/$folder') does not exist or is"
            . ' not a directory');
    }

    private function completeSettings(): void
    {
        if (!$this->pool->has('chroot')) {
            $this->pool->values = array_map($this->completeSetting(...), $this->pool->values);
            $this->pool->adminValues = array_map($this->completeSetting(...), $this->pool->adminValues);
        }
    }

    /**
     * @param array{string, string} $setting
     * @return array{string, string}
     */
    private function completeSetting(array $setting): array
    {
        [$name, $value] = $setting;
        $isSyslog = strcasecmp($name, 'error_log') === 0 && strcasecmp($value, 'syslog') === 0;
        return !$isSyslog && in_array(strtolower($name), self::PATHS, true) ? [$name, $this->paths->full($value, $this->pool)] : $setting;
    }
}
