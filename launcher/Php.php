<?php

declare(strict_types=1);

namespace Tern\Launcher;

use LogicException;
use RuntimeException;
use function array_slice;
use function dirname;
use function extension_loaded;
use function function_exists;
use function in_array;
use function ini_get;
use function is_array;
use function is_string;

/** The PHP that runs this, how it was called, and how it is to be called for a server. */
final class Php
{
    public const HOW_TO_INSTALL = 'run `make install` in its repository, or set TERN_EXTENSION to the path of tern.so';
    private const NAME = 'tern.so';

    /**
     * What a server is better off with. revalidate_freq: else a worker that a reload starts takes what the old one had,
     * as to opcache both are the same request of the same process.
     */
    private const SETTINGS = [
        'opcache.enable_cli' => '1',
        'opcache.revalidate_freq' => '0',
        'opcache.interned_strings_buffer' => '16',
        'log_errors' => '1',
    ];
    private const JIT = ['opcache.jit' => 'tracing', 'opcache.jit_buffer_size' => '64M'];
    private const PRODUCTION = ['display_errors' => '0', 'zend.assertions' => '-1'];
    private const DEVELOPMENT = ['display_errors' => '1', 'zend.assertions' => '1'];

    /** Where tern.so is; null: nowhere. */
    public function extension(): ?string
    {
        if (extension_loaded('tern')) {
            preg_match('~\S+/tern\.so$~m', (string) file_get_contents('/proc/self/maps'), $found);
            return $found[0] ?? self::NAME;
        }
        $named = getenv('TERN_EXTENSION');
        if (is_string($named) && $named !== '') {
            return realpath($named) ?: throw new UsageError("TERN_EXTENSION is $named, and there is no such file" . ErrorPage::see('no-extension'));
        }
        $places = [dirname(__DIR__) . '/build/release', ini_get('extension_dir')];
        foreach ($places as $place) {
            if (is_file("$place/" . self::NAME)) {
                return realpath("$place/" . self::NAME) ?: null;
            }
        }
        return null;
    }

    /**
     * This PHP with its options, the extension among them.
     *
     * @return list<string>
     * @throws UsageError when there is no extension, or it is not for this PHP
     */
    public function command(): array
    {
        if (PHP_ZTS) {
            throw new UsageError(self::threadSafe());
        }
        $command = [PHP_BINARY, ...$this->options()];
        if (!extension_loaded('tern')) {
            $file = $this->extension() ?? throw new UsageError('there is no extension tern: ' . self::HOW_TO_INSTALL . ErrorPage::see('no-extension'));
            array_push($command, '-d', IniLine::of('extension', $file));
        }
        return $command;
    }

    /**
     * The same for a server: with opcache and its JIT compiler, unless php.ini or an option says otherwise.
     *
     * @param array<string, string> $wishes further settings, where php.ini and the options say nothing
     * @param array<string, string> $more settings that go before all others
     * @return list<string>
     */
    public function serverCommand(bool $development, array $wishes, array $more): array
    {
        $command = $this->command();
        if (!extension_loaded('Zend OPcache') && is_file(ini_get('extension_dir') . '/opcache.so')) {
            array_push($command, '-d', 'zend_extension=opcache');
        }
        $settings = self::SETTINGS + $wishes + ($development ? [] : self::PRODUCTION);
        $settings = array_filter($settings, fn(string $name): bool => !$this->isDecided($name), ARRAY_FILTER_USE_KEY);
        $wished = $development ? self::DEVELOPMENT : [];  // php.ini does not know who is asking, the command line does
        $wished = array_filter($wished, fn(string $name): bool => !$this->isOption($name), ARRAY_FILTER_USE_KEY);
        foreach ($settings + $wished + $this->jit() + $more as $name => $value) {
            array_push($command, '-d', IniLine::of($name, $value));
        }
        return $command;
    }

    /**
     * Settings of the JIT compiler; none where somebody has decided, or there is none. Debian's package comes with
     * "opcache.jit=off" in a file, which is nobody's decision; with "disable", or any jit_buffer_size, it is one.
     *
     * @return array<string, string>
     */
    private function jit(): array
    {
        $isDecided = get_cfg_var('opcache.jit_buffer_size') !== false || !in_array(get_cfg_var('opcache.jit'), [false, '', 'off'], true)
            || $this->isOption('opcache.jit');
        $isPossible = !extension_loaded('xdebug') && in_array(php_uname('m'), ['x86_64', 'aarch64'], true);
        return $isPossible && !$isDecided ? self::JIT : [];
    }

    /** What to tell where the options of command() do not load the extension. PHP has told why before. */
    public static function notLoaded(string $file): string
    {
        return 'PHP ' . PHP_VERSION . ' (' . PHP_BINARY . ") does not load the extension $file: the warning above says why.\n"
            . 'If it was built for another version of PHP, build it again for this one' . ErrorPage::see('extension-not-loaded');
    }

    private static function threadSafe(): string
    {
        return PHP_BINARY . ' is a PHP with thread safety (ZTS), and Tern needs one without (NTS): apt install php-cli,'
            . ' or the image php:cli instead of php:zts' . ErrorPage::see('thread-safe-php');
    }

    /** This launcher once more, with the extension and the same words behind `tern`. */
    public function again(): int
    {
        if (getenv('TERN_AGAIN') !== false) {
            throw new UsageError(self::notLoaded($this->extension() ?? self::NAME));
        }
        putenv('TERN_AGAIN=1');
        return self::become([...$this->command(), self::script(), ...array_slice(self::typed(), 1)]);
    }

    /** The script that this PHP was started with. */
    public static function script(): string
    {
        $script = $_SERVER['SCRIPT_FILENAME'] ?? null;
        return is_string($script) ? $script : throw new LogicException('PHP runs no script');
    }

    /** @return list<string> the name of the script as it was typed, and its arguments */
    private static function typed(): array
    {
        $words = $_SERVER['argv'] ?? null;
        return is_array($words) ? array_values(array_filter($words, is_string(...))) : throw new LogicException('PHP has no argv');
    }

    /**
     * This process becomes that command: its pid, its signals, its descriptors. Where PHP cannot do that it runs as a
     * child.
     *
     * @param list<string> $command
     * @return int its exit status
     */
    public static function become(array $command): int
    {
        $arguments = array_slice($command, 1);
        if (function_exists('pcntl_exec')) {
            pcntl_exec($command[0], $arguments);
        } elseif (extension_loaded('tern')) {
            \Tern\Internal\become($command);
        }
        $child = proc_open($command, [], $pipes);
        return $child === false ? throw new RuntimeException("cannot run $command[0]") : proc_close($child);
    }

    /** By php.ini or the command line. get_cfg_var() does not tell: PHP's own command line has display_errors=1 there. */
    private function isDecided(string $setting): bool
    {
        foreach (self::iniFiles() as $file) {
            if (preg_match('/^\s*' . preg_quote($setting, '/') . '\s*=/m', (string) @file_get_contents($file)) === 1) {
                return true;
            }
        }
        return $this->isOption($setting);
    }

    /** @return list<string> */
    public static function iniFiles(): array
    {
        return array_values(array_filter([php_ini_loaded_file(), ...array_map(trim(...), explode(',', php_ini_scanned_files() ?: ''))]));
    }

    /** Whether PHP was called with this setting. */
    public function isOption(string $setting): bool
    {
        return preg_grep('/^(-d)?' . preg_quote($setting, '/') . '(=|$)/', $this->options()) !== [];
    }

    /**
     * What PHP was called with before the name of the script.
     *
     * @return list<string>
     */
    private function options(): array
    {
        $words = explode("\0", rtrim((string) file_get_contents('/proc/self/cmdline'), "\0"));
        $end = array_search(self::typed()[0] ?? '', array_slice($words, 1), true);
        $options = $end === false ? [] : array_slice($words, 1, $end);
        return IniLine::repaired(array_values(array_diff($options, ['-f', '--'])));
    }
}
