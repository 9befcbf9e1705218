<?php

declare(strict_types=1);

namespace Tern\Launcher\Fpm;

/** The directives by name: what values they have, and which one without a line in the file. The order is that of `-tt`. */
final class Directives
{
    public const BACKLOG = -1;  // as long as the system allows
    public const FORMAT = '%R - %u %t "%m %r" %s';

    /** @var array<string, array{Kind, int|string|bool|null}> */
    public const OF_MASTER = [
        'pid' => [Kind::Text, null],
        'error_log' => [Kind::Text, null],
        'syslog.ident' => [Kind::Text, null],
        'syslog.facility' => [Kind::Facility, null],
        'log_buffering' => [Kind::Flag, true],
        'log_level' => [Kind::LogLevel, 2],
        'log_limit' => [Kind::Number, Log::DEFAULT_LIMIT],
        'emergency_restart_interval' => [Kind::Seconds, 0],
        'emergency_restart_threshold' => [Kind::Number, 0],
        'process_control_timeout' => [Kind::Seconds, 0],
        'process.max' => [Kind::Number, 0],
        'process.priority' => [Kind::Priority, Kind::NO_PRIORITY],
        'daemonize' => [Kind::Flag, true],
        'rlimit_files' => [Kind::Number, 0],
        'rlimit_core' => [Kind::CoreSize, 0],
        'events.mechanism' => [Kind::Text, null],
        'systemd_interval' => [Kind::Seconds, null],
    ];

    /** @var array<string, array{Kind, int|string|bool|null}> */
    public const OF_POOL = [
        'prefix' => [Kind::Text, null],
        'user' => [Kind::Text, null],
        'group' => [Kind::Text, null],
        'listen' => [Kind::Text, null],
        'listen.backlog' => [Kind::Number, self::BACKLOG],
        'listen.acl_users' => [Kind::Text, null],
        'listen.acl_groups' => [Kind::Text, null],
        'listen.owner' => [Kind::Text, null],
        'listen.group' => [Kind::Text, null],
        'listen.mode' => [Kind::Text, null],
        'listen.allowed_clients' => [Kind::Text, null],
        'listen.setfib' => [Kind::Number, null],
        'process.priority' => [Kind::Priority, Kind::NO_PRIORITY],
        'process.dumpable' => [Kind::Flag, false],
        'pm' => [Kind::Manager, null],
        'pm.max_children' => [Kind::Number, 0],
        'pm.start_servers' => [Kind::Number, 0],
        'pm.min_spare_servers' => [Kind::Number, 0],
        'pm.max_spare_servers' => [Kind::Number, 0],
        'pm.max_spawn_rate' => [Kind::Number, 32],
        'pm.process_idle_timeout' => [Kind::BareSeconds, 10],
        'pm.max_requests' => [Kind::Number, 0],
        'pm.status_path' => [Kind::Text, null],
        'pm.status_listen' => [Kind::Text, null],
        'ping.path' => [Kind::Text, null],
        'ping.response' => [Kind::Text, null],
        'access.log' => [Kind::Text, null],
        'access.format' => [Kind::Text, null],
        'slowlog' => [Kind::Text, null],
        'request_slowlog_timeout' => [Kind::Seconds, 0],
        'request_slowlog_trace_depth' => [Kind::Number, 0],
        'request_terminate_timeout' => [Kind::Seconds, 0],
        'request_terminate_timeout_track_finished' => [Kind::Flag, false],
        'rlimit_files' => [Kind::Number, 0],
        'rlimit_core' => [Kind::CoreSize, 0],
        'chroot' => [Kind::Text, null],
        'chdir' => [Kind::Text, null],
        'catch_workers_output' => [Kind::Flag, false],
        'decorate_workers_output' => [Kind::Flag, true],
        'clear_env' => [Kind::Flag, true],
        'security.limit_extensions' => [Kind::Text, null],
        'apparmor_hat' => [Kind::Text, null],
    ];
    /** @var list<string> not shown by `-tt` without a value: PHP-FPM knows them only where the system has them */
    public const RARE = ['apparmor_hat', 'listen.setfib'];
}
