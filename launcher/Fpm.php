<?php

declare(strict_types=1);

namespace Tern\Launcher;

use Tern\Launcher\Fpm\Options;

/** PHP-FPM's place: its command line, its configuration, its sockets. */
final class Fpm extends Command
{
    public const SUMMARY = 'serve the pools of PHP-FPM, with its options and configuration: `tern fpm -h`';
    public const OPERANDS = '[-t] [-y FILE] [-F] ...';
    private const UNUSABLE = 64;  // EX_USAGE

    /** @var array<string, string> of PHP-FPM where no php.ini says otherwise: its command line has others */
    private const SETTINGS = ['display_errors' => '1', 'html_errors' => '1', 'output_buffering' => '0', 'register_argc_argv' => '1', 'implicit_flush' => '0',
        'max_input_time' => '-1', 'max_execution_time' => '30', 'zend.assertions' => '1', 'tern.sapi_name' => 'fpm-fcgi'];

    public function run(Arguments $given): int
    {
        return $this->runWords([...$given->operands, ...$given->rest]);
    }

    /** @param list<string> $words as PHP-FPM has them */
    public function runWords(array $words): int
    {
        try {
            $options = Options::read($words);
        } catch (UsageError) {
            echo Options::usage(Php::script());
            return self::UNUSABLE;
        }
        if ($options->shows === 'h') {
            echo Options::usage(Php::script());
            return 0;
        }
        StartCommand::remember();
        $php = new Php();
        if ($options->ofPhp !== []) {
            return Php::become($php->withOptions($options->ofPhp, ['fpm', ...$options->rest]));
        }
        $ini = IniFiles::ofFolder($php);
        if ($options->shows === 'v') {
            return self::show($php->command($ini), 'v');
        }
        $command = $php->serverCommand($ini, false, [], self::settings($php, $ini, $words));
        if ($options->shows !== null) {
            return self::show($command, $options->shows);
        }
        return Php::become([...$command, __DIR__ . '/fpm.php']);
    }

    /**
     * @param list<string> $words
     * @return array<string, string>
     */
    private static function settings(Php $php, IniFiles $ini, array $words): array
    {
        $settings = array_filter(self::SETTINGS, static fn(string $name): bool => !$php->isOption($name), ARRAY_FILTER_USE_KEY);
        foreach ($settings as $name => $value) {
            $found = $ini->value($name) ?? $value;
            $settings[$name] = $found !== '' ? $found : '0';
        }
        $limit = $php->isOption('memory_limit') ? null : MemoryLimit::ofRequest($ini);
        Fpm\Launch::pass($words, $ini->prepended(), $ini->value('auto_append_file') ?? '', $ini->folder !== null);
        return $settings + ($limit === null ? [] : ['memory_limit' => $limit])
            + ['auto_prepend_file' => '', 'auto_append_file' => '', 'tern.opcache_outside' => '0'];
    }

    /** @param list<string> $command */
    private static function show(array $command, string $what): int
    {
        $process = proc_open([...$command, "-$what"], [1 => ['pipe', 'w']], $pipes);
        if ($process === false) {
            return 70;
        }
        echo str_replace(['(cli)', 'Server API => Command Line Interface'], ['(fpm-fcgi)', 'Server API => FPM/FastCGI'], (string) stream_get_contents($pipes[1]));
        return proc_close($process);
    }
}
