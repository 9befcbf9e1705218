<?php

declare(strict_types=1);

namespace Tern\Launcher\Doctor\Code;

use Tern\Internal\Framework\Application\Extensions;
use Tern\Internal\Site\Kind;
use function array_fill_keys;
use function array_key_exists;
use function function_exists;
use function in_array;

/** PHP's functions whose calls concern a topic. */
final class Functions
{
    private const BY_TOPIC = [
        'fork' => 'pcntl_fork pcntl_rfork pcntl_forkx pcntl_unshare',
        'exec' => 'pcntl_exec',
        'alarm' => 'pcntl_alarm',
        'process' => 'posix_setsid posix_setpgid posix_setuid posix_setgid posix_seteuid posix_setegid posix_initgroups posix_setrlimit proc_nice '
            . 'pcntl_setpriority chroot',
        'dl' => 'dl',
        'working-directory' => 'getcwd',
        'file-database' => 'dba_open dba_popen',
        'sleep' => 'sleep usleep time_nanosleep time_sleep_until',
        'time-limit' => 'set_time_limit',
        'flock' => 'flock',
        'shared-memory' => 'shm_attach shm_get_var shm_put_var shmop_open shmop_read shmop_write',
        'persistent' => 'pfsockopen pg_pconnect oci_pconnect odbc_pconnect ibase_pconnect',
        'process-id' => 'getmypid posix_getpid',
        'memory-usage' => 'memory_get_usage memory_get_peak_usage getrusage',
        'apcu' => 'apcu_add apcu_fetch apcu_store apcu_entry apcu_exists apcu_inc apcu_dec apcu_delete apcu_cas apcu_enabled',
        'session-handler' => 'session_set_save_handler',
        'reference-count' => 'debug_zval_dump',
        'superglobals' => 'filter_input filter_input_array filter_has_var',
        // Of other ways to run PHP, and of PHP 7; those that this PHP has are left out.
        'missing' => 'apache_child_terminate apache_get_modules apache_get_version apache_getenv apache_lookup_uri apache_note '
            . 'apache_request_headers apache_reset_timeout apache_response_headers apache_setenv create_function fastcgi_finish_request '
            . 'fpm_get_status getallheaders litespeed_finish_request litespeed_request_headers litespeed_response_headers virtual',
    ];
    /** Pages of a classic site have these: tern.sapi_name is set. */
    private const OF_CLASSIC_SITES = ['apache_request_headers', 'fastcgi_finish_request', 'getallheaders'];

    /** @var array<string, string|null> topics by function; null: it has none */
    private array $topics = [];
    /** @var array<string, string> topics by the beginning of names */
    private array $prefixes = [];

    public function __construct(Kind $kind)
    {
        foreach (Rules::searchedState() as $row) {
            $this->topics += array_fill_keys($row['names'], $row['key']);
        }
        foreach (self::BY_TOPIC as $topic => $names) {
            foreach (explode(' ', $names) as $name) {
                if ($topic !== 'missing' || !self::exists($name, $kind)) {
                    $this->topics[$name] = $topic;
                }
            }
        }
        foreach (Extensions::ONE_AT_A_TIME as $extension) {
            $this->prefixes["{$extension}_"] = 'extension';
        }
    }

    private static function exists(string $name, Kind $kind): bool
    {
        return function_exists($name) || $kind !== Kind::Application && in_array($name, self::OF_CLASSIC_SITES, true);
    }

    public function topic(string $name): ?string
    {
        return array_key_exists($name, $this->topics) ? $this->topics[$name] : $this->topics[$name] = $this->byPrefix($name);
    }

    private function byPrefix(string $name): ?string
    {
        foreach ($this->prefixes as $prefix => $topic) {
            if (str_starts_with($name, $prefix)) {
                return $topic;
            }
        }
        return null;
    }
}
