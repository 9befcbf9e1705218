<?php

declare(strict_types=1);

namespace Tern\Launcher\Fpm;

use Tern\Internal\Unix;
use function strlen;

/** The log of the master, in lines as PHP-FPM writes them. Until it has been launched, standard error gets them, too. */
final class Log
{
    public const LEAST_LIMIT = 512;
    public const DEFAULT_LIMIT = 1024;
    private const LONGEST = 2048;
    private const STDERR = 2;
    private const STDERR_ONLY = -1;
    private const SYSLOG = -2;

    public Level $level = Level::Notice;
    /** Bytes of a line, its end included. */
    public int $limit = self::DEFAULT_LIMIT;
    public bool $isLaunched = false;
    private bool $isOfPool = false;
    /** A descriptor, or one of the constants. */
    private int $target = self::STDERR_ONLY;
    /** What standard error was before the file got its lines: access.log may be /dev/stderr. */
    private int $stderr = -1;

    public function debug(string $message): void
    {
        $this->write(Level::Debug, $message);
    }

    public function notice(string $message): void
    {
        $this->write(Level::Notice, $message);
    }

    public function warning(string $message): void
    {
        $this->write(Level::Warning, $message);
    }

    public function error(string $message): void
    {
        $this->write(Level::Error, $message);
    }

    /** @param int $number errno */
    public function systemError(string $message, int $number): void
    {
        $this->write(Level::Error, $message . self::reason($number));
    }

    public function write(Level $level, string $message): void
    {
        if ($level->value >= $this->level->value) {
            $this->print($level, $message);
        }
    }

    /** Whatever the level of the log is. */
    public function print(Level $level, string $message): void
    {
        $line = $this->prefix($level) . $message;
        if (strlen($line) >= self::LONGEST) {
            $line = substr($line, 0, min($this->limit, self::LONGEST) - 4) . '...';
        }
        $this->printLine($level, $line);
    }

    /** A line that has its prefix, or wants none. */
    public function printLine(Level $level, string $line): void
    {
        if ($this->target === self::SYSLOG) {
            syslog($level->priority(), $line);
        } else {
            Unix\write($this->target === self::STDERR_ONLY ? self::STDERR : $this->target, "$line\n");
        }
        $hasOther = $this->target !== self::STDERR_ONLY && $this->target !== self::STDERR;
        if ($hasOther && !$this->isLaunched && $level->value >= Level::Notice->value) {
            Unix\write(self::STDERR, "$line\n");
        }
    }

    public function prefix(Level $level): string
    {
        $isPrecise = $this->level === Level::Debug;
        $where = $isPrecise ? self::caller() : '';
        if ($this->target === self::SYSLOG) {
            return "[{$level->text()}] $where";
        }
        if ($this->isOfPool) {
            return "{$level->text()}: $where";  // the master adds the time
        }
        return '[' . Unix\log_time($isPrecise) . "] {$level->text()}: " . ($isPrecise ? 'pid ' . getmypid() . ", $where" : '');
    }

    /** @throws ConfigError */
    public function open(string $path): void
    {
        $descriptor = Unix\open_log($path);
        if ($descriptor < 0) {
            throw ConfigError::ofSystem("failed to open error_log ($path)", -$descriptor);
        }
        $this->target = $descriptor;
    }

    public function openSyslog(string $ident, int $facility): void
    {
        openlog($ident, LOG_PID | LOG_CONS, $facility);
        $this->target = self::SYSLOG;
    }

    /** A file that was moved away gets no more lines. False: the new one cannot be opened. */
    public function reopen(string $path): bool
    {
        if ($this->target === self::SYSLOG) {
            return true;
        }
        $descriptor = Unix\open_log($path);
        if ($descriptor < 0) {
            $this->systemError("failed to open error_log ($path)", -$descriptor);
            return false;
        }
        if ($this->target === self::STDERR_ONLY) {
            Unix\close($descriptor);
            return true;
        }
        Unix\close($this->target);
        $this->target = $descriptor;
        return true;
    }

    /**
     * From now on the file gets all lines, also those that PHP itself prints.
     *
     * @param bool $isDaemon the caller must not wait for the end of standard error
     */
    public function launch(bool $isDaemon): void
    {
        if (!$isDaemon && $this->stderr < 0) {
            $this->stderr = Unix\duplicate(self::STDERR);
        }
        $this->takeStandardError();
        $this->isLaunched = true;
    }

    /** For access logs that are opened now, and for the program that this process becomes. */
    public function restoreStandardError(): void
    {
        if ($this->stderr >= 0) {
            Unix\redirect($this->stderr, self::STDERR);
        }
    }

    /** In the server of a pool: its lines go to standard error. */
    public function leave(): void
    {
        if ($this->target > self::STDERR) {
            Unix\close($this->target);
        }
        if ($this->stderr >= 0) {
            Unix\close($this->stderr);
        }
        $this->target = self::STDERR_ONLY;
        $this->isOfPool = true;
    }

    /** After restoreStandardError(). */
    public function takeStandardError(): void
    {
        if ($this->target > self::STDERR) {
            Unix\redirect($this->target, self::STDERR);
        } elseif ($this->target === self::SYSLOG) {
            Unix\redirect(1, self::STDERR);
        }
    }

    /** @param int $number errno */
    public static function reason(int $number): string
    {
        return ': ' . swoole_strerror($number) . " ($number)";
    }

    /** The method that has written to the log. */
    private static function caller(): string
    {
        $frames = debug_backtrace(DEBUG_BACKTRACE_IGNORE_ARGS);
        foreach ($frames as $i => $frame) {
            if (($frame['class'] ?? '') !== self::class) {
                return $frame['function'] . '(), line ' . ($frames[$i - 1]['line'] ?? 0) . ': ';
            }
        }
        return 'main(), line ' . (end($frames)['line'] ?? 0) . ': ';
    }
}
