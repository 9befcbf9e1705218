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

    /** What a server is better off with, and what a web server has without a word. */
    private const SETTINGS = [
        'opcache.enable_cli' => '1',
        'apc.enable_cli' => '1',
        'opcache.interned_strings_buffer' => '16',
        'log_errors' => '1',
    ];
    private const JIT = ['opcache.jit' => 'tracing', 'opcache.jit_buffer_size' => '64M'];
    /**
     * Traces that the JIT compiler has room for; opcache's memory has some 100 bytes for each. Large sites reach PHP's default of 1024. From
     * then on PHP may write the handler of one instruction to another one (https://github.com/php/php-src/issues/17626).
     */
    private const TRACES = ['opcache.jit_max_root_traces' => '16384'];
    private const PRODUCTION = ['display_errors' => '0', 'zend.assertions' => '-1'];
    private const DEVELOPMENT = ['display_errors' => '1', 'zend.assertions' => '1'] + self::EDITED;
    /**
     * Where a developer changes files. opcache.file_update_protection stays: opcache sees no difference between two
     * edits of one second.
     */
    public const EDITED = ['opcache.revalidate_freq' => '0'];

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
     * @param IniFiles|null $ini null: as this PHP
     * @return list<string>
     * @throws UsageError when there is no extension, or it is not for this PHP
     */
    public function command(?IniFiles $ini = null): array
    {
        $command = [PHP_BINARY, ...($ini?->options() ?? []), ...$this->options()];
        if (!$this->loads($ini, 'tern', 'tern')) {
            $file = $this->extension() ?? throw new UsageError('there is no extension tern: ' . self::HOW_TO_INSTALL . ErrorPage::see('no-extension'));
            array_push($command, '-d', IniLine::of('extension', $file));
        }
        return $command;
    }

    /**
     * The same for a server: with opcache and its JIT compiler, unless its php.ini or an option says otherwise.
     *
     * @param array<string, string> $wishes further settings, where php.ini and the options say nothing
     * @param array<string, string> $more settings that go before all others
     * @return list<string>
     */
    public function serverCommand(IniFiles $ini, bool $development, array $wishes, array $more): array
    {
        $command = $this->command($ini);
        if (!$this->loads($ini, 'opcache', 'Zend OPcache') && is_file(ini_get('extension_dir') . '/opcache.so')) {
            array_push($command, '-d', 'zend_extension=opcache');
        }
        $settings = self::SETTINGS + $wishes + ($development ? [] : self::PRODUCTION);
        $settings = array_filter($settings, fn(string $name): bool => !$this->isDecided($ini, $name), ARRAY_FILTER_USE_KEY);
        $wished = $development ? self::DEVELOPMENT : [];  // php.ini does not know who is asking, the command line does
        $wished = array_filter($wished, fn(string $name): bool => !$this->isOption($name), ARRAY_FILTER_USE_KEY);
        foreach ($settings + $wished + $this->jit($ini) + $more as $name => $value) {
            array_push($command, '-d', IniLine::of($name, $value));
        }
        return $command;
    }

    /**
     * Settings of the JIT compiler; none where the user has decided, or there is none. Debian's package comes with
     * "opcache.jit=off" in a file, which is not the user's decision; with "disable", or any jit_buffer_size, it is one.
     *
     * @return array<string, string>
     */
    private function jit(IniFiles $ini): array
    {
        $isDecided = $this->isDecided($ini, 'opcache.jit_buffer_size') || !in_array($ini->value('opcache.jit'), [null, '', 'off'], true)
            || $this->isOption('opcache.jit');
        $isPossible = !extension_loaded('xdebug') && in_array(php_uname('m'), ['x86_64', 'aarch64'], true);
        if (!$isPossible || $isDecided) {
            return [];
        }
        return self::JIT + ($this->isDecided($ini, 'opcache.jit_max_root_traces') ? [] : self::TRACES);
    }

    /**
     * This launcher once more, by this PHP with further options.
     *
     * @param list<string> $options
     * @param list<string> $words behind `tern`
     * @return list<string>
     */
    public function withOptions(array $options, array $words): array
    {
        return [PHP_BINARY, ...$this->options(), ...$options, self::script(), ...$words];
    }

    /** What to tell where the options of command() do not load the extension. PHP has told why before. */
    public static function notLoaded(string $file): string
    {
        return 'PHP ' . PHP_VERSION . ' (' . PHP_BINARY . ") does not load the extension $file: the warning above says why.\n"
            . 'If it was built for another version of PHP, build it again for this one' . ErrorPage::see('extension-not-loaded');
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
    private function isDecided(IniFiles $ini, string $setting): bool
    {
        return $ini->value($setting) !== null || $this->isOption($setting);
    }

    /** Whether the server has an extension: by its php.ini, by an option, or as a part of PHP. */
    private function loads(?IniFiles $ini, string $file, string $name): bool
    {
        if ($ini === null || $ini->folder === null) {
            return extension_loaded($name);
        }
        $isOption = preg_grep('~^(-d)?(zend_)?extension=.*\b' . preg_quote($file, '~') . '(\.so)?"?$~D', $this->options()) !== [];
        $isBuiltIn = $name === 'Zend OPcache' && PHP_VERSION_ID >= 80500;
        return $ini->loads($file) || $isOption || $isBuiltIn;
    }

    /** Whether PHP was told which php.ini to read. */
    public function choosesIniFiles(): bool
    {
        return preg_grep('/^(-c|-n|--php-ini|--no-php-ini)/', $this->options()) !== [];
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
