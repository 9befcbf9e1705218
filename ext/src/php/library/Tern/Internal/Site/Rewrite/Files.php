<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

use function array_slice;

/** Looks at files below one root, and never at others. */
final class Files
{
    private const TYPE = 0170000;
    private const REGULAR = 0100000;
    private const FOLDER = 0040000;
    private const EXECUTABLE = 0111;
    /** The most folders that are searched; the rest of a path is its PATH_INFO. */
    private const MOST_DEPTH = 100;

    /** Without a slash at its end. */
    public readonly string $root;

    public function __construct(string $root)
    {
        $this->root = rtrim($root, '/');
    }

    public function kind(string $path): Kind
    {
        $stat = $this->stat($path);
        return $stat === null ? Kind::Nothing : self::kindOf($stat['mode']);
    }

    public function isFile(string $path): bool
    {
        return $this->kind($path) === Kind::File;
    }

    public function isFolder(string $path): bool
    {
        return $this->kind($path) === Kind::Folder;
    }

    public function hasContent(string $path): bool
    {
        $stat = $this->stat($path);
        return $stat !== null && self::kindOf($stat['mode']) === Kind::File && $stat['size'] > 0;
    }

    public function isExecutable(string $path): bool
    {
        return (($this->stat($path)['mode'] ?? 0) & self::EXECUTABLE) !== 0;
    }

    public function isLink(string $path): bool
    {
        $checked = $this->within($path);
        clearstatcache();
        return $checked !== null && is_link($checked);
    }

    /** @return array{mode: int, size: int, mtime: int, ino: int}|null null: there is nothing, or it is not below the root */
    public function stat(string $path): ?array
    {
        $checked = $this->within($path);
        if ($checked === null) {
            return null;
        }
        clearstatcache();
        // Unlike stat(), it makes no warning of a file that does not exist. PHP keeps the response for stat().
        $stat = file_exists($checked) ? @stat($checked) : false;
        return $stat === false ? null : $stat;
    }

    /** @param string $path of a URL, in its normal form */
    public function place(string $path): Place
    {
        $folders = ["$this->root/"];
        $names = explode('/', substr($path, 1), self::MOST_DEPTH);
        $filename = $this->root;
        $kind = Kind::Folder;
        foreach ($names as $i => $name) {
            $filename .= "/$name";
            if ($name === '') {  // a folder with its slash
                return new Place($this->root, $filename, '', Kind::Folder, $folders);
            }
            $kind = $this->kind($filename);
            if ($kind !== Kind::Folder) {
                $rest = implode('/', array_slice($names, $i + 1));
                return new Place($this->root, $filename, isset($names[$i + 1]) ? "/$rest" : '', $kind, $folders);
            }
            $folders[] = "$filename/";
        }
        return new Place($this->root, $filename, '', $kind, $folders);
    }

    /** The path without "." and ".."; null when it leads out of the root. */
    private function within(string $path): ?string
    {
        if (str_contains($path, "\0")) {
            return null;
        }
        if (preg_match('~/\.\.?(?:/|$)~', $path) === 1) {
            $path = self::resolve($path);
        }
        return str_starts_with($path, "$this->root/") || $path === $this->root ? $path : null;
    }

    private static function resolve(string $path): string
    {
        $kept = [];
        foreach (explode('/', $path) as $part) {
            if ($part === '..') {
                array_pop($kept);
            } elseif ($part !== '' && $part !== '.') {
                $kept[] = $part;
            }
        }
        return '/' . implode('/', $kept);
    }

    private static function kindOf(int $mode): Kind
    {
        return match ($mode & self::TYPE) {
            self::REGULAR => Kind::File,
            self::FOLDER => Kind::Folder,
            default => Kind::Other,
        };
    }
}
