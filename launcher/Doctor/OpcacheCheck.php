<?php

declare(strict_types=1);

namespace Tern\Launcher\Doctor;

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
        $missing = [];
        foreach (['opcache.enable_cli' => '1', 'opcache.revalidate_freq' => '0'] as $name => $value) {
            if (ini_get($name) !== $value) {
                $missing[] = "$name=$value";
            }
        }
        $text = 'on in servers that `tern serve` starts';
        if ($isThere && ini_get('opcache.enable_cli') === '1' && ini_get('opcache.revalidate_freq') !== '0') {
            return Finding::problem(
                'opcache',
                'a reload goes on with old code: opcache.revalidate_freq is ' . ini_get('opcache.revalidate_freq'),
                'opcache.revalidate_freq=0 in php.ini',
            );
        }
        return $missing === [] ? Finding::ok('opcache', 'on')
            : Finding::advice('opcache', "$text, off in those of `php app.php`", implode(' and ', $missing) . ' in php.ini');
    }
}
