<?php

declare(strict_types=1);

namespace Tern\Launcher;

/**
 * Settings that PHP's command line fixes, whatever php.ini says, because it has no web requests. Classic sites get those of php.ini, or
 * else what PHP recommends for servers.
 */
final class WebSettings
{
    private const OF_PROCESS = ['html_errors' => '1', 'output_buffering' => '4096', 'register_argc_argv' => '0', 'implicit_flush' => '0',
        'max_input_time' => '60', 'max_execution_time' => '30', 'tern.sapi_name' => 'tern'];

    /** @return array<string, string> for the process of the server, where its command line says nothing */
    public static function ofProcess(Php $php, IniFiles $ini): array
    {
        $settings = array_filter(self::OF_PROCESS, static fn(string $name): bool => !$php->isOption($name), ARRAY_FILTER_USE_KEY);
        foreach ($settings as $name => $value) {
            $found = $ini->value($name) ?? $value;
            $settings[$name] = $found !== '' ? $found : '0';
        }
        return $settings;
    }

    /** @return array<string, string> for each request of a classic site */
    public static function ofRequests(IniFiles $ini): array
    {
        return ['auto_prepend_file' => $ini->prepended()];
    }
}
