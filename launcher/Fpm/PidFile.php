<?php

declare(strict_types=1);

namespace Tern\Launcher\Fpm;

use function dirname;

/** The file with the number of the master. */
final class PidFile
{
    /** @param string $path "": there is none. @throws ConfigError */
    public static function write(string $path): void
    {
        if ($path === '') {
            return;
        }
        @unlink($path);
        $file = @fopen($path, 'x');  // in a folder of another user no link may lead elsewhere
        if ($file === false || fwrite($file, (string) getmypid()) === false) {
            $reason = preg_match('/: ([^:]+)$/D', error_get_last()['message'] ?? '', $found) === 1 ? $found[1] : 'unknown reason';
            throw new ConfigError("Unable to create the PID file ($path).: $reason");
        }
    }

    /** Whether write() could. @throws ConfigError */
    public static function check(string $path): void
    {
        if ($path !== '' && !is_writable(dirname($path))) {
            throw new ConfigError("Unable to create the PID file ($path).: its folder cannot be written");
        }
    }

    public static function remove(string $path, Log $log): void
    {
        if ($path !== '' && !@unlink($path)) {
            $log->error("Unable to remove the PID file ($path).");
        }
    }
}
