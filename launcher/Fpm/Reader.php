<?php

declare(strict_types=1);

namespace Tern\Launcher\Fpm;

use Tern\Internal\Unix;
use function count;
use function is_array;
use function is_string;

/** Reads the files of a configuration: each line for itself, by PHP's own reader of php.ini. */
final class Reader
{
    private const DEEPEST = 5;
    private const NO_POOL = "Can't use '\$pool' when the pool is not defined";

    private ?PoolConfig $pool = null;
    private int $depth = 0;

    public function __construct(private readonly Configuration $configuration, private readonly Paths $paths, private readonly Log $log)
    {
    }

    /** False: the log says why. */
    public function read(string $file): bool
    {
        $lines = $this->lines($file);
        if ($lines === null) {
            return false;
        }
        if ($this->depth >= self::DEEPEST) {
            $this->log->error('failed to include more than 5 files recursively');
            return false;
        }
        ++$this->depth;
        foreach ($lines as $i => $line) {
            if ($line !== '' && !$this->readLine($line, $file, $i + 1)) {
                --$this->depth;
                return false;
            }
        }
        --$this->depth;
        return true;
    }

    /** @return list<string>|null */
    private function lines(string $file): ?array
    {
        if ($file === '') {
            $this->log->error('configuration filename is empty');
            return null;
        }
        $text = @file_get_contents($file);
        if ($text === false) {
            $reason = preg_match('/: ([^:]+)$/D', error_get_last()['message'] ?? '', $found) === 1 ? $found[1] : '';
            $this->log->error("failed to open configuration file '$file'" . self::withNumber($reason));
            return null;
        }
        return explode("\n", $text);
    }

    /** The text of a system's error, with its number. */
    private static function withNumber(string $reason): string
    {
        for ($number = 1; $number < 134; ++$number) {
            if (swoole_strerror($number) === $reason) {
                return Log::reason($number);
            }
        }
        return $reason === '' ? '' : ": $reason";
    }

    private function readLine(string $line, string $file, int $number): bool
    {
        $found = @parse_ini_string("$line\n", true);
        if ($found === false) {
            Unix\write(2, 'PHP:  ' . trim(error_get_last()['message'] ?? '') . "\n");
            return false;
        }
        try {
            $include = $this->take($found, $line);
        } catch (ConfigError $error) {
            $this->log->error("[$file:$number] {$error->getMessage()}");
            return false;
        }
        return $include === null || $this->include($this->paths->full($include), $file, $number);
    }

    /**
     * @param array<mixed> $found
     * @return string|null the pattern of files to be included
     * @throws ConfigError
     */
    private function take(array $found, string $line): ?string
    {
        if ($found === []) {
            if (preg_match('/^\s*(;.*)?$/D', $line) !== 1) {
                throw new ConfigError('value is NULL for a ZEND_INI_PARSER_ENTRY');
            }
            return null;
        }
        $name = (string) array_key_first($found);
        $value = $found[array_key_first($found)];
        if (preg_match('/^\s*\[/', $line) === 1) {
            $this->pool = strcasecmp($name, 'global') === 0 ? null : $this->configuration->pool($name);
            return is_array($value) && $value !== [] ? $this->take($value, preg_replace('/^\s*\[[^]]*\]/', '', $line) ?? '') : null;
        }
        if (is_array($value)) {
            $hasKey = preg_match('/^[^=\[]*\[\s*\]/', $line) !== 1;
            $this->takeArray($name, $hasKey ? (string) array_key_first($value) : '', self::text(reset($value)));
            return null;
        }
        if ($name === 'include') {
            return self::text($value);
        }
        $this->takeEntry($name, self::text($value));
        return null;
    }

    private static function text(mixed $value): string
    {
        return is_string($value) ? $value : '';
    }

    /** @throws ConfigError */
    private function takeEntry(string $name, string $value): void
    {
        $section = $this->pool ?? $this->configuration->global;
        $known = strtolower($name);
        $kind = ($section->directives[$known] ?? throw new ConfigError("unknown entry '$name'"))[0];
        try {
            $section->set($known, $kind->read($kind === Kind::Text ? $this->expand($value) : $value));
        } catch (ConfigError $error) {
            throw new ConfigError("unable to parse value for entry '$known': {$error->getMessage()}");
        }
    }

    /** @throws ConfigError */
    private function takeArray(string $name, string $key, string $value): void
    {
        if ($name === 'access.suppress_path') {
            $key === '' || throw new ConfigError("Keys provided to field 'access.suppress_path' are ignored");
            str_starts_with($value, '/') || throw new ConfigError("Values provided to field 'access.suppress_path' must begin with '/'");
        } elseif ($key === '') {
            throw new ConfigError("You must provide a key for field '$name'");
        }
        $pool = $this->pool ?? throw new ConfigError('Array are not allowed in the global section');
        try {
            $this->add($pool, $name, $key, $value);
        } catch (ConfigError $error) {
            throw $error->level === Level::Alert ? new ConfigError($error->getMessage())
                : new ConfigError("error while parsing '{$name}[$key]' : {$error->getMessage()}");
        }
    }

    /** @throws ConfigError Level::Alert: the message is complete */
    private function add(PoolConfig $pool, string $name, string $key, string $value): void
    {
        match ($name) {
            'env' => $value === '' ? throw new ConfigError('empty value', Level::Alert)
                : array_unshift($pool->environment, [$key, $this->expand($value)]),
            'php_value' => array_unshift($pool->values, [$key, $this->expand($value)]),
            'php_admin_value' => array_unshift($pool->adminValues, [$key, $this->expand($value)]),
            'php_flag' => array_unshift($pool->values, [$key, Kind::flag($value) ? '1' : '0']),
            'php_admin_flag' => array_unshift($pool->adminValues, [$key, Kind::flag($value) ? '1' : '0']),
            'access.suppress_path' => array_unshift($pool->suppressedPaths, $this->expand($value)),
            default => throw new ConfigError("unknown directive '$name'", Level::Alert),
        };
    }

    /** @throws ConfigError */
    private function expand(string $value): string
    {
        if (!str_contains($value, '$pool')) {
            return $value;
        }
        return str_replace('$pool', $this->pool->name ?? throw new ConfigError(self::NO_POOL), $value);
    }

    private function include(string $pattern, string $file, int $number): bool
    {
        $found = glob($pattern, GLOB_MARK | GLOB_ERR);
        if ($found === false) {
            $this->log->error("Unable to globalize '$pattern' (ret=2) from $file at line $number.");
            return false;
        }
        if (count($found) === 0) {
            $this->log->warning("Nothing matches the include pattern '$pattern' from $file at line $number.");
        }
        foreach ($found as $one) {
            if (!str_ends_with($one, '/') && !$this->read($one)) {
                $this->log->error("Unable to include $one from $file at line $number");
                return false;
            }
        }
        return true;
    }
}
