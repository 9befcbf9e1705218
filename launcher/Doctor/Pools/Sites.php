<?php

declare(strict_types=1);

namespace Tern\Launcher\Doctor\Pools;

use Tern\Launcher\Fpm\Paths;
use Tern\Launcher\Fpm\PoolConfig;
use Tern\Launcher\UsageError;

/** The folders of each pool: what web servers say, the pool itself, or the command line. */
final class Sites
{
    /** Where Debian and others have the configurations of web servers. */
    private const USUAL = ['/etc/nginx/nginx.conf', '/etc/apache2/apache2.conf', '/etc/httpd/conf/httpd.conf'];
    private const OF_APACHE = '/^\s*(<VirtualHost|<IfModule|ServerRoot|DocumentRoot|IncludeOptional|SetHandler|ProxyPass)\b/mi';

    /** @var list<Site> */
    private array $sites = [];
    /** @var array<string, list<string>> folders by pool; "": of all pools */
    private array $roots = [];

    /**
     * @param list<string> $files of web servers; empty: the usual ones
     * @param list<string> $roots FOLDER, or POOL=FOLDER
     * @throws UsageError
     */
    public function __construct(array $files, array $roots)
    {
        foreach ($files === [] ? array_filter(self::USUAL, is_file(...)) : $files as $file) {
            $path = realpath($file);
            if ($path === false || !is_readable($path)) {
                throw new UsageError("there is no configuration of a web server \"$file\" that can be read");
            }
            $isApache = preg_match(self::OF_APACHE, (string) file_get_contents($path)) === 1;
            array_push($this->sites, ...($isApache ? ApacheReader::read($path) : NginxReader::read($path)));
        }
        foreach ($roots as $text) {
            [$pool, $folder] = is_dir($text) || !str_contains($text, '=') ? ['', $text] : explode('=', $text, 2);
            $this->roots[$pool][] = realpath($folder) ?: throw new UsageError("--root needs a folder, \"$folder\" given");
        }
    }

    /** @return array<string, string> by folder: what says that it is the pool's */
    public function of(PoolConfig $pool, Paths $paths): array
    {
        $given = $this->roots[$pool->name] ?? [];
        if ($given !== []) {
            return array_fill_keys($given, '--root');
        }
        $found = $this->ofWebServers($pool, $paths);
        if ($found === [] && isset($this->roots[''])) {
            return array_fill_keys($this->roots[''], '--root');
        }
        return $found !== [] ? $found : $this->ofPool($pool, $paths);
    }

    /** @return array<string, string> */
    private function ofWebServers(PoolConfig $pool, Paths $paths): array
    {
        $listen = $pool->text('listen');
        $address = Site::address($pool->isIp() ? $listen : $paths->full($listen, $pool));
        $found = [];
        foreach ($this->sites as $site) {
            if ($site->address === $address) {
                $folder = self::folder($site->root, $pool);
                if ($folder !== null) {
                    $found[Site::project($folder)] ??= $site->place;
                }
            }
        }
        return $found;
    }

    /** The web server may have a path as it is inside of the pool's chroot, or outside. */
    private static function folder(string $root, PoolConfig $pool): ?string
    {
        $inside = realpath($pool->text('chroot') . $root);
        $folder = $inside !== false ? $inside : realpath($root);
        return $folder !== false && is_dir($folder) ? $folder : null;
    }

    /** @return array<string, string> */
    private function ofPool(PoolConfig $pool, Paths $paths): array
    {
        foreach (['chdir', 'chroot'] as $name) {
            $folder = self::folder($paths->full($pool->text($name), $pool), $pool);
            if ($pool->isGiven($name) && $folder !== null && $folder !== '/') {
                return [Site::project($folder) => $name];
            }
        }
        return [];
    }
}
