<?php

declare(strict_types=1);

namespace Tern\Launcher\Fpm;

use Tern\Launcher\UsageError;
use function count;
use function strlen;
use function sprintf;

/** PHP-FPM's command line. */
final class Options
{
    /** @var array<string, string> short names by long ones */
    private const LONG = ['php-ini' => 'c', 'define' => 'd', 'profile-info' => 'e', 'help' => 'h', 'info' => 'i', 'modules' => 'm', 'no-php-ini' => 'n',
        'usage' => '?', 'version' => 'v', 'test' => 't', 'prefix' => 'p', 'pid' => 'g', 'allow-to-run-as-root' => 'R', 'daemonize' => 'D',
        'nodaemonize' => 'F', 'force-stderr' => 'O', 'fpm-config' => 'y'];
    private const WITH_VALUE = 'cdpgy';
    private const ALONE = 'ehimn?vtRDFO';
    private const OF_PHP = 'cden';
    public const USAGE = <<<'TEXT'
        Usage: %s [-n] [-e] [-h] [-i] [-m] [-v] [-t] [-p <prefix>] [-g <pid>] [-c <file>] [-d foo[=bar]] [-y <file>] [-D] [-F [-O]] [-R]
          -c <path>|<file>           php.ini, or the folder where it is
          -n                         no php.ini
          -d foo[=bar]               sets foo of php.ini to bar
          -e                         extended information for debuggers and profilers
          -h                         this help
          -i                         what phpinfo() shows
          -m                         the modules of this PHP
          -v                         the version
          -p, --prefix <dir>         where relative paths begin (%s)
          -g, --pid <file>           the file with the number of the master process
          -y, --fpm-config <file>    the configuration (%s)
          -t, --test                 checks the configuration and ends; -tt shows it, too
          -D, --daemonize            goes to the background, whatever the configuration says
          -F, --nodaemonize          stays in the foreground, whatever the configuration says
          -O, --force-stderr         in the foreground: logs to standard error even if it is no terminal
          -R, --allow-to-run-as-root pools may run as root

        TEXT;

    /** @var list<string> for PHP itself: -c, -n, -d, -e */
    public array $ofPhp = [];
    /** @var list<string> the same words without those */
    public array $rest = [];
    /** 'h', 'i', 'm' or 'v': shows that and ends; null: runs */
    public ?string $shows = null;
    /** How often -t was given. */
    public int $tests = 0;
    public ?string $prefix = null;
    public ?string $pid = null;
    public ?string $config = null;
    public bool $mayBeRoot = false;
    /** Null: as the configuration says. */
    public ?bool $daemonizes = null;
    public bool $forcesStderr = false;
    /** Of a reload: its master reads standard error. */
    public bool $isTrial = false;

    /**
     * @param list<string> $words
     * @throws UsageError for what PHP-FPM does not know
     */
    public static function read(array $words): self
    {
        $self = new self();
        for ($i = 0; $i < count($words); ++$i) {
            $i += $self->readWord($words[$i], $words[$i + 1] ?? null);
        }
        return $self;
    }

    /** @return int how many of the words that follow it took */
    private function readWord(string $word, ?string $next): int
    {
        if (preg_match('/^--([^=]+)(=(.*))?$/Ds', $word, $found) === 1) {
            $letter = self::LONG[$found[1]] ?? throw new UsageError("there is no option $word");
            return $this->readOption($letter, $found[3] ?? null, $next);
        }
        if ($word === '' || $word[0] !== '-' || $word === '-') {
            throw new UsageError("\"$word\" is one word too many");
        }
        for ($i = 1; $i < strlen($word); ++$i) {
            if (str_contains(self::WITH_VALUE, $word[$i])) {
                $value = substr($word, $i + 1);
                return $this->readOption($word[$i], $value === '' ? null : ltrim($value, '='), $next);
            }
            $this->readOption($word[$i], null, null);
        }
        return 0;
    }

    private function readOption(string $letter, ?string $value, ?string $next): int
    {
        if (!str_contains(self::WITH_VALUE . self::ALONE, $letter)) {
            throw new UsageError("there is no option -$letter");
        }
        $takes = str_contains(self::WITH_VALUE, $letter);
        $given = $takes ? $value ?? $next ?? throw new UsageError("-$letter needs a value") : '';
        if (!$takes && $value !== null) {
            throw new UsageError("-$letter takes no value");
        }
        if (str_contains(self::OF_PHP, $letter)) {
            array_push($this->ofPhp, "-$letter", ...($takes ? [$given] : []));
        } else {
            array_push($this->rest, "-$letter", ...($takes ? [$given] : []));
            $this->take($letter, $given);
        }
        return $takes && $value === null ? 1 : 0;
    }

    private function take(string $letter, string $value): void
    {
        match ($letter) {
            'p' => $this->prefix = $value,
            'g' => $this->pid = $value,
            'y' => $this->config = $value,
            't' => ++$this->tests,
            'R' => $this->mayBeRoot = true,
            'D' => $this->daemonizes = true,
            'F' => $this->daemonizes = false,
            'O' => $this->forcesStderr = true,
            '?' => $this->shows = 'h',
            default => $this->shows ??= $letter,
        };
    }

    /** Where the configuration is. */
    public function config(): string
    {
        if ($this->config !== null) {
            return $this->config;
        }
        if ($this->prefix !== null) {
            return "$this->prefix/etc/php-fpm.conf";
        }
        return self::defaultConfig();
    }

    /** Debian's packages have one for each version of PHP: PHP-FPM's, and Tern's where PHP-FPM has left none. */
    public static function defaultConfig(): string
    {
        $version = PHP_MAJOR_VERSION . '.' . PHP_MINOR_VERSION;
        foreach (["/etc/php/$version/fpm/php-fpm.conf", "/etc/tern/fpm/$version/php-fpm.conf"] as $file) {
            if (is_file($file)) {
                return $file;
            }
        }
        return PHP_SYSCONFDIR . '/php-fpm.conf';
    }

    public static function usage(string $program): string
    {
        return sprintf(self::USAGE, $program, PHP_PREFIX, self::defaultConfig());
    }

    /** Whether error_log gets the lines: not when a user sees them. */
    public function usesLog(bool $daemonizes): bool
    {
        return !$this->isTrial && ($daemonizes || (!stream_isatty(STDERR) && !$this->forcesStderr));
    }
}
