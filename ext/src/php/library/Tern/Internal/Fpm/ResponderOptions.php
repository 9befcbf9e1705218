<?php

declare(strict_types=1);

namespace Tern\Internal\Fpm;

use function get_cfg_var;

/** How a pool runs scripts. */
final class ResponderOptions
{
    public const EXTENSIONS = ['.php', '.phar'];

    /**
     * @param list<string> $extensions security.limit_extensions: other files do not run; empty: all files run
     * @param bool $fixesPathInfo cgi.fix_pathinfo
     * @param bool $discardsPath cgi.discard_path
     * @param bool $logs fastcgi.logging: messages go to the web server
     * @param array<string, string> $settings php_value and php_flag of the pool, for all its scripts
     * @param array<string, string> $adminSettings php_admin_value and php_admin_flag, which scripts cannot change
     * @param bool $limitsToEnd request_terminate_timeout_track_finished
     */
    public function __construct(
        public readonly array $extensions = self::EXTENSIONS,
        public readonly bool $fixesPathInfo = true,
        public readonly bool $discardsPath = false,
        public readonly bool $logs = true,
        public readonly array $settings = [],
        public readonly array $adminSettings = [],
        public readonly bool $limitsToEnd = false,
    ) {
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
            self::isOn('fastcgi.logging', true, $settings, $adminSettings),
            $settings,
            $adminSettings,
            $limitsToEnd,
        );
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
