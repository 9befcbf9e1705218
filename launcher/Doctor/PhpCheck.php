<?php

declare(strict_types=1);

namespace Tern\Launcher\Doctor;

use Tern\Launcher\IniFiles;
use Tern\Launcher\Php;
use function dirname;
use function extension_loaded;
use function ini_get;

/** The PHP that runs this, and the extension. */
final class PhpCheck
{
    private const LEAST = '8.2.0';

    /** @return list<Finding> */
    public function findings(): array
    {
        $kind = (PHP_ZTS ? 'ZTS' : 'NTS') . (PHP_DEBUG ? ', debug' : '') . ', ' . 8 * PHP_INT_SIZE . ' bit';
        $php = 'PHP ' . PHP_VERSION . " ($kind), " . PHP_BINARY;
        $findings = [match (true) {
            version_compare(PHP_VERSION, self::LEAST, '<') => Finding::problem('php', $php, 'Tern needs PHP 8.2: apt install php8.2-cli, or the image php:8.2-cli'),
            PHP_DEBUG => Finding::advice('php', $php, 'a PHP without --enable-debug is several times as fast'),
            default => Finding::ok('php', $php),
        }];
        $findings[] = $this->extension();
        // By its file: Tern itself says that it is swoole, for programs that ask.
        foreach (['swoole', 'openswoole'] as $other) {
            if (preg_match("~/$other\.so$~m", (string) file_get_contents('/proc/self/maps')) === 1) {
                $findings[] = Finding::problem('php', "$other is loaded: both cannot serve the same names", "remove extension=$other from php.ini, or set tern.swoole_compat=0");
            }
        }
        if (!extension_loaded('pcntl')) {
            $findings[] = Finding::advice('php', 'pcntl is missing', 'apt install php-cli, or docker-php-ext-install pcntl');
        }
        return $findings;
    }

    private function extension(): Finding
    {
        $php = new Php();
        $file = $php->extension();
        if ($file === null) {
            return Finding::problem('extension', 'there is no extension tern', Php::HOW_TO_INSTALL);
        }
        if (!extension_loaded('tern')) {
            return Finding::problem('extension', "$file cannot be loaded", 'php -d extension=' . $file . ' -m says why');
        }
        $text = 'tern ' . phpversion('tern') . ", $file";
        return $this->isInIni() ? Finding::ok('extension', $text) : Finding::advice(
            'extension',
            "$text; php.ini does not load it, `tern serve` does",
            'echo extension=' . (dirname($file) === ini_get('extension_dir') ? 'tern' : $file) . ' > ' . $this->folder() . '/tern.ini',
        );
    }

    private function isInIni(): bool
    {
        return IniFiles::ofThisPhp()->loads('tern');
    }

    private function folder(): string
    {
        return PHP_CONFIG_FILE_SCAN_DIR !== '' ? PHP_CONFIG_FILE_SCAN_DIR : PHP_CONFIG_FILE_PATH;
    }
}
