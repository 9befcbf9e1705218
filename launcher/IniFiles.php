<?php

declare(strict_types=1);

namespace Tern\Launcher;

use function array_key_exists;
use function dirname;
use function ini_get;
use function is_string;

/** The files of settings that a server reads. */
final class IniFiles
{
    /**
     * @param list<string> $files in the order in which PHP reads them
     * @param string|null $folder those are php-fpm's, in this folder; null: those that this PHP has read
     * @param string $scanned folders of further files, where those are php-fpm's
     */
    private function __construct(public readonly array $files, public readonly ?string $folder = null, public readonly string $scanned = '')
    {
    }

    public static function ofThisPhp(): self
    {
        $scanned = array_map(trim(...), explode(',', php_ini_scanned_files() ?: ''));
        return new self(array_values(array_filter([(string) php_ini_loaded_file(), ...$scanned], static fn(string $file): bool => $file !== '')));
    }

    /**
     * Those of a folder's server. Its pages are written for a web server, so php-fpm's files go before the command line's where
     * Debian's packages have put both, and no others are chosen.
     */
    public static function ofFolder(Php $php): self
    {
        $own = self::ofThisPhp();
        $isChosen = getenv('PHPRC') !== false || getenv('PHP_INI_SCAN_DIR') !== false || $php->choosesIniFiles();
        return $isChosen ? $own : self::ofFpm((string) php_ini_loaded_file()) ?? $own;
    }

    /** @param string $file the command line's php.ini, as /etc/php/8.2/cli/php.ini. Null: it has none of php-fpm beside it */
    public static function ofFpm(string $file): ?self
    {
        $folder = dirname($file, 2) . '/fpm';
        if (!str_ends_with($file, '/cli/php.ini') || !is_readable("$folder/php.ini")) {
            return null;
        }
        $scanned = self::hasExtensions($folder) ? ["$folder/conf.d"] : [dirname($file) . '/conf.d', "$folder/conf.d"];
        $files = array_map(static fn(string $one): array => glob("$one/*.ini") ?: [], $scanned);
        return new self(["$folder/php.ini", ...array_merge(...$files)], $folder, implode(PATH_SEPARATOR, $scanned));
    }

    /** Debian's package of php-fpm takes its extensions with it when it is removed, and leaves the rest: then the command line's are loaded. */
    private static function hasExtensions(string $folder): bool
    {
        $isInstalled = preg_match('~^/etc/php/(\d\.\d)/fpm$~D', $folder, $found) !== 1 || is_file("/usr/lib/php/$found[1]/sapi/fpm");
        return $isInstalled && glob("$folder/conf.d/*.ini") !== [];
    }

    /** php.ini itself, to be shown. */
    public function main(): string
    {
        return $this->files[0] ?? 'none';
    }

    /** @return list<string> options of PHP. What it scans is in the environment. */
    public function options(): array
    {
        if ($this->folder === null) {
            return [];
        }
        putenv("PHP_INI_SCAN_DIR=$this->scanned");
        return ['-c', $this->folder];
    }

    /** In the server: its children have the environment that it was called with. */
    public function forgetOptions(): void
    {
        if ($this->folder !== null) {
            putenv('PHP_INI_SCAN_DIR');
            unset($_SERVER['PHP_INI_SCAN_DIR'], $_ENV['PHP_INI_SCAN_DIR']);
        }
    }

    /** Null: no file has it. */
    public function value(string $setting): ?string
    {
        $found = null;
        foreach ($this->files as $file) {
            $values = @parse_ini_file($file) ?: [];
            if (array_key_exists($setting, $values)) {
                $found = is_string($values[$setting]) ? $values[$setting] : '';
            }
        }
        return $found;
    }

    /** auto_prepend_file, which may be an option of this PHP. */
    public function prepended(): string
    {
        return $this->folder === null ? (string) ini_get('auto_prepend_file') : $this->value('auto_prepend_file') ?? '';
    }

    /** Whether a file loads an extension, or a zend_extension, of that name. */
    public function loads(string $name): bool
    {
        foreach ($this->files as $file) {
            if (preg_match('/^\s*(zend_)?extension\s*=\s*["\']?(\S*\/)?' . preg_quote($name, '/') . '(\.so)?["\']?\s*$/m', (string) @file_get_contents($file)) === 1) {
                return true;
            }
        }
        return false;
    }
}
