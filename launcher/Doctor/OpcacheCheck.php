<?php

declare(strict_types=1);

namespace Tern\Launcher\Doctor;

use Tern\Launcher\IniFiles;
use Tern\Launcher\Php;
use function extension_loaded;
use function in_array;
use function ini_get;

/** opcache and its compiler, for servers that `tern serve` starts and for others. */
final class OpcacheCheck
{
    /** @return list<Finding> */
    public function findings(): array
    {
        $isThere = extension_loaded('Zend OPcache');
        if (!$isThere && !is_file(ini_get('extension_dir') . '/opcache.so')) {
            return [Finding::advice('opcache', 'it is not installed', 'apt install php-opcache, or docker-php-ext-install opcache')];
        }
        $findings = [$this->forOthers($isThere)];
        if (extension_loaded('xdebug')) {
            $findings[] = Finding::advice('jit', 'xdebug is loaded: no JIT compiler, and all PHP code is slower', 'phpdismod -s cli xdebug, in production');
        } elseif (!in_array(php_uname('m'), ['x86_64', 'aarch64'], true)) {
            $findings[] = Finding::ok('jit', 'there is none for ' . php_uname('m'));
        } else {
            $isOff = get_cfg_var('opcache.jit_buffer_size') === '0' || get_cfg_var('opcache.jit') === 'disable';
            $findings[] = Finding::ok('jit', $isOff ? 'php.ini switches it off' : '`tern serve` switches it on: tracing, 64 MB');
        }
        return $findings;
    }

    /** Other ways to start a server than `tern serve` depend on php.ini. */
    private function forOthers(bool $isThere): Finding
    {
        $ini = IniFiles::ofFolder(new Php());
        $settings = [];
        foreach (['opcache.revalidate_freq' => '2', 'opcache.file_update_protection' => '2', 'opcache.memory_consumption' => '128'] as $name => $usual) {
            $settings[] = "$name=" . ($ini->value($name) ?? $usual);
        }
        $text = 'on in servers that `tern serve` starts: ' . implode(', ', $settings);
        return $isThere && ini_get('opcache.enable_cli') === '1' ? Finding::ok('opcache', $text)
            : Finding::advice('opcache', "$text; off in those of `php app.php`", 'opcache.enable_cli=1 in php.ini');
    }
}
