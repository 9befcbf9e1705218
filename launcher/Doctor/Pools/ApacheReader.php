<?php

declare(strict_types=1);

namespace Tern\Launcher\Doctor\Pools;

use function dirname;

/** Which folders a configuration of Apache has which address run, by mod_proxy_fcgi. */
final class ApacheReader
{
    private const DEEPEST = 16;
    private const MOST_FILES = 1000;
    private const ADDRESS = '~(unix:/[^|"\s]+)\|fcgi:|fcgi://([^/"\s]+)~i';
    private const MAIN = 0;  // the server outside of all <VirtualHost>

    private int $files = 0;
    private int $host = self::MAIN;
    private int $hosts = self::MAIN;
    /** @var array<int, string> by host */
    private array $roots = [];
    /** @var list<array{int, string, string}> host, address, place */
    private array $handlers = [];

    private function __construct(private readonly string $folder)
    {
    }

    /** @return list<Site> */
    public static function read(string $file): array
    {
        $self = new self(dirname($file));
        $self->readFile($file, 0);
        return $self->sites();
    }

    private function readFile(string $file, int $depth): void
    {
        $text = $depth < self::DEEPEST && ++$this->files <= self::MOST_FILES ? (string) @file_get_contents($file) : '';
        foreach (explode("\n", $text) as $i => $line) {
            $this->readLine(trim($line), "$file:" . ($i + 1), $depth);
        }
    }

    private function readLine(string $line, string $place, int $depth): void
    {
        preg_match('/^<?\/?(\w+)\s*(.*)$/s', $line, $found);
        [$name, $value] = [strtolower($found[1] ?? ''), trim($found[2] ?? '', " \t\"'")];
        switch ($name) {
            case 'include':
            case 'includeoptional':
                foreach (glob(str_starts_with($value, '/') ? $value : "$this->folder/$value") ?: [] as $file) {
                    is_dir($file) || $this->readFile($file, $depth + 1);
                }
                break;
            case 'virtualhost':
                $this->host = str_starts_with($line, '</') ? self::MAIN : ++$this->hosts;
                break;
            case 'documentroot':
                $this->roots[$this->host] = rtrim($value, '/') ?: '/';
                break;
            case 'sethandler':
            case 'proxypass':
            case 'proxypassmatch':
                if (preg_match(self::ADDRESS, $line, $found, PREG_UNMATCHED_AS_NULL) === 1) {
                    $this->handlers[] = [$this->host, Site::address($found[1] ?? $found[2] ?? ''), $place];
                }
        }
    }

    /** @return list<Site> what is said outside of hosts holds in all of them */
    private function sites(): array
    {
        $sites = [];
        foreach ($this->handlers as [$host, $address, $place]) {
            $roots = $host === self::MAIN ? $this->roots : [$this->roots[$host] ?? $this->roots[self::MAIN] ?? ''];
            foreach (array_unique(array_filter($roots)) as $root) {
                $sites[] = new Site($address, $root, $place);
            }
        }
        return $sites;
    }
}
