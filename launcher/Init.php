<?php

declare(strict_types=1);

namespace Tern\Launcher;

use function dirname;
use function extension_loaded;
use function is_int;

/** Writes an application to begin with. */
final class Init extends Command
{
    public const SUMMARY = 'write a starter application with a systemd unit, a Dockerfile and a compose file';
    public const OPERANDS = '[FOLDER]';
    public const MOST_OPERANDS = 1;
    public const COMPLETES = 'folder';
    public const OPTIONS = ['--force' => [null, 'replace files that are there']];

    /** What is written, and from which template where that has another name. */
    private const FILES = ['public/index.php', 'public/style.css', 'src/App.php', 'composer.json', 'deploy/app.service', 'Dockerfile',
        'compose.yaml', '.dockerignore' => 'dockerignore'];
    /** Debian's packages: to build the extension, and to run it. */
    private const BUILD = ['pkg-config', 'libpcre2-dev', 'zlib1g-dev', 'libbrotli-dev', 'libzstd-dev', 'libssl-dev', 'libnghttp2-dev'];
    private const RUN = ['libpcre2-8-0', 'zlib1g', 'libbrotli1', 'libzstd1', 'libssl3', 'libnghttp2-14'];

    public function run(Arguments $given): int
    {
        if (!extension_loaded('tern')) {
            return (new Php())->again();  // the extension knows its version
        }
        $folder = $given->operands[0] ?? '.';
        if (!is_dir($folder) && !@mkdir($folder, 0777, true)) {
            throw new UsageError("$folder cannot be made");
        }
        $folder = (string) realpath($folder);
        $files = $this->files();
        $there = array_filter(array_keys($files), static fn(string $file): bool => file_exists("$folder/$file"));
        if ($there !== [] && !$given->has('--force')) {
            throw new UsageError("$folder has " . implode(', ', $there) . ' already; --force replaces them');
        }
        $words = $this->words($folder);
        foreach ($files as $file => $template) {
            $this->write("$folder/$file", strtr((string) file_get_contents(__DIR__ . "/templates/$template"), $words));
            echo "$folder/$file\n";
        }
        echo "\ncd $folder && tern serve public --dev\n";
        return 0;
    }

    /** @return array<string, string> templates by file */
    private function files(): array
    {
        $files = [];
        foreach (self::FILES as $file => $template) {
            $files[is_int($file) ? $template : $file] = $template;
        }
        return $files;
    }

    /** @return array<string, string> what takes the place of what in templates */
    private function words(string $folder): array
    {
        $name = trim((string) preg_replace('/[^a-z0-9]+/', '-', strtolower(basename($folder))), '-') ?: 'app';
        return [
            '{{name}}' => $name,
            '{{folder}}' => $folder,
            '{{tern}}' => (string) realpath(Php::script()),
            '{{php}}' => PHP_MAJOR_VERSION . '.' . PHP_MINOR_VERSION . '.' . PHP_RELEASE_VERSION,
            '{{version}}' => (string) phpversion('tern'),
            '{{build}}' => implode(' ', self::BUILD),
            '{{run}}' => implode(' ', self::RUN),
        ];
    }

    private function write(string $file, string $text): void
    {
        if (!is_dir(dirname($file))) {
            mkdir(dirname($file), 0777, true);
        }
        if (@file_put_contents($file, $text) === false) {
            throw new UsageError("$file cannot be written");
        }
    }
}
