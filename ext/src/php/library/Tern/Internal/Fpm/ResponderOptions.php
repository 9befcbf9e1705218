<?php

declare(strict_types=1);

namespace Tern\Internal\Fpm;

use function get_cfg_var;
use function getenv;
use function Tern\Internal\change_process_setting;

/** How a pool runs scripts. */
final class ResponderOptions
{
    public const EXTENSIONS = ['.php', '.phar'];

    /** PATH_INFO of a path that Apache has encoded is decoded, as in newer versions of php-fpm. */
    public readonly bool $decodesPathInfo;

    /**
     * @param list<string> $extensions security.limit_extensions: other files do not run; empty: all files run
     * @param bool $fixesPathInfo cgi.fix_pathinfo
     * @param bool $discardsPath cgi.discard_path
     * @param bool $keepsEncoded fastcgi.script_path_encoded: files are named as Apache encodes paths
     * @param bool $logs fastcgi.logging: messages go to the web server
     * @param array<string, string> $settings php_value and php_flag of the pool, for all its scripts
     * @param array<string, string> $adminSettings php_admin_value and php_admin_flag, which scripts cannot change
     * @param bool $limitsToEnd request_terminate_timeout_track_finished
     */
    public function __construct(
        public readonly array $extensions = self::EXTENSIONS,
        public readonly bool $fixesPathInfo = true,
        public readonly bool $discardsPath = false,
        public readonly bool $keepsEncoded = true,
        public readonly bool $logs = true,
        public readonly array $settings = [],
        public readonly array $adminSettings = [],
        public readonly bool $limitsToEnd = false,
    ) {
        $this->decodesPathInfo = PHP_VERSION_ID >= 80405 || (PHP_VERSION_ID >= 80318 && PHP_VERSION_ID < 80400);
    }

    /**
     * With what php.ini says of CGI and FastCGI.
     *
     * @param list<string> $extensions
     * @param array<string, string> $settings
     * @param array<string, string> $adminSettings
     */
    public static function ofPhpIni(
        array $extensions = self::EXTENSIONS,
        array $settings = [],
        array $adminSettings = [],
        bool $limitsToEnd = false,
    ): self {
        return new self(
            $extensions,
            self::isOn('cgi.fix_pathinfo', true, $settings, $adminSettings),
            self::isOn('cgi.discard_path', false, $settings, $adminSettings),
            PHP_VERSION_ID < 80500 || self::isOn('fastcgi.script_path_encoded', true, $settings, $adminSettings),
            self::isOn('fastcgi.logging', true, $settings, $adminSettings),
            $settings,
            $adminSettings,
            $limitsToEnd,
        );
    }

    /**
     * Changes the settings of the process to those of the pool, and begins to answer: call it once, in the worker.
     *
     * @param Monitor|null $monitor of the pool's status, access log and own pages; null: there is none of these
     */
    public function begin(Responder $responder, ?Monitor $monitor = null): void
    {
        foreach ($this->settings as $name => $value) {
            change_process_setting($name, $value, false);
        }
        foreach ($this->adminSettings as $name => $value) {
            change_process_setting($name, $value, true);
        }
        $responder->begin($this, new Settings(), getenv(), $monitor);
    }

    /**
     * @param array<string, string> $settings
     * @param array<string, string> $adminSettings
     */
    private static function isOn(string $name, bool $default, array $settings, array $adminSettings): bool
    {
        $value = $adminSettings[$name] ?? $settings[$name] ?? get_cfg_var($name);
        return $value === false ? $default : filter_var($value, FILTER_VALIDATE_BOOL);
    }
}
