<?php

declare(strict_types=1);

namespace Tern\Launcher\Fpm;

use function in_array;
use function sprintf;

/** The section [global]: completes it, and refuses what contradicts. */
final class MasterCheck
{
    private const DEFAULT_HEARTBEAT_S = 10;
    private const MECHANISMS = ['epoll', 'poll', 'select'];

    public function __construct(private readonly Section $global, private readonly Options $options, private readonly Paths $paths, private readonly Log $log)
    {
    }

    /** @throws ConfigError */
    public function run(): void
    {
        $global = $this->global;
        if ($this->options->pid !== null && !$global->has('pid')) {
            $global->set('pid', $this->options->pid);
        }
        $global->set('pid', $global->has('pid') ? $this->paths->ofState($global->text('pid')) : null);
        if ($this->options->daemonizes !== null) {
            $global->set('daemonize', $this->options->daemonizes);
        }
        $this->log->level = Level::from($global->number('log_level'));
        if ($global->number('log_limit') < Log::LEAST_LIMIT) {
            throw new ConfigError('log_limit must be greater than ' . Log::LEAST_LIMIT);
        }
        $this->log->limit = $global->number('log_limit');
        if ($global->number('process.max') < 0) {
            throw new ConfigError("process_max can't be negative");
        }
        if (!self::isPriority($global->number('process.priority'))) {
            throw new ConfigError('process.priority must be included into [-19,20]');
        }
        $this->configureSystemd();
        $this->openLog();
        $this->chooseMechanism();
    }

    public static function isPriority(int $number): bool
    {
        return $number === Kind::NO_PRIORITY || ($number >= -19 && $number <= 20);
    }

    private function configureSystemd(): void
    {
        $watchdogMs = intdiv((int) getenv('WATCHDOG_USEC'), 2000);
        if ($watchdogMs > 1000) {
            if ($this->global->number('systemd_interval') > 0) {
                $this->log->warning('systemd_interval option ignored');
            }
            $this->log->notice(sprintf('systemd watchdog configured to %.3gsec', $watchdogMs / 1000));
            $this->global->set('systemd_interval', intdiv($watchdogMs, 1000));
        }
        $this->global->setDefault('systemd_interval', self::DEFAULT_HEARTBEAT_S);
    }

    /** @throws ConfigError */
    private function openLog(): void
    {
        $global = $this->global;
        $global->setDefault('error_log', 'log/php-fpm.log');
        $global->setDefault('syslog.ident', 'php-fpm');
        if ($global->number('syslog.facility') <= 0 && !$global->has('syslog.facility')) {
            $global->set('syslog.facility', LOG_DAEMON);
        }
        $isSyslog = strcasecmp($global->text('error_log'), 'syslog') === 0;
        if (!$isSyslog) {
            $global->set('error_log', $this->paths->ofState($global->text('error_log')));
        }
        if (!$this->options->usesLog($global->is('daemonize'))) {
            $isSyslog || (new Log())->open($global->text('error_log'));  // only whether that can be done
        } elseif ($isSyslog) {
            $this->log->openSyslog($global->text('syslog.ident'), $global->number('syslog.facility'));
        } else {
            $this->log->open($global->text('error_log'));
        }
    }

    /**
     * Tern waits by epoll, whatever the file says; the name is only checked.
     *
     * @throws ConfigError
     */
    private function chooseMechanism(): void
    {
        $name = strtolower($this->global->text('events.mechanism'));
        if ($name !== '' && !in_array($name, self::MECHANISMS, true)) {
            throw new ConfigError("event mechanism '{$this->global->text('events.mechanism')}' is not available on this system");
        }
        $this->global->set('events.mechanism', $name === '' ? 'epoll' : $name);
    }
}
