<?php

declare(strict_types=1);

namespace Tern\Launcher\Doctor\Code;

use function array_slice;
use function count;
use function in_array;

/** The files with PHP code in a folder. */
final class Tree
{
    public const MOST_BYTES = 2 << 20;  // of a file
    private const MOST_FILES = 50_000;
    private const ENDINGS = ['php', 'phtml', 'inc', 'module', 'install', 'theme', 'engine', 'profile'];
    private const LEFT_OUT = ['node_modules'];
    /** In the folder itself, and in each package: what is written there while the application runs, and what no request loads. */
    private const LEFT_OUT_AT_TOP = ['test', 'tests', 'Test', 'Tests', 'var', 'storage'];
    private const PACKAGE = '~^(?:.*/)?vendor/(?:([^/]+/[^/]+)/|.)~';
    private const COMPOSER = 'composer';

    /** @var list<string> relative to the folder, in order */
    public array $files = [];
    /** @var array<string, string> why something was not read, by its relative path */
    public array $unread = [];

    /** @param string $folder its real path */
    public function __construct(private readonly string $folder)
    {
        $this->enter('');
        if (count($this->files) > self::MOST_FILES) {
            $this->unread[''] = 'only the first ' . self::MOST_FILES . ' of ' . count($this->files) . ' files';
            $this->files = array_slice($this->files, 0, self::MOST_FILES);
        }
    }

    /** The package that a file belongs to; what Composer itself writes into vendor/ is one, too. Null: the application itself. */
    public static function package(string $file): ?string
    {
        return preg_match(self::PACKAGE, $file, $found) === 1 ? $found[1] ?? self::COMPOSER : null;
    }

    /** The code of a file. Null: it is in $unread why not, or it is a program for the command line. */
    public function code(string $file): ?string
    {
        $path = "$this->folder/$file";
        $why = match (true) {
            is_link($path) && !file_exists($path) => 'a link to a file that is not there',
            !is_file($path) => 'it is no regular file',
            !is_readable($path) => 'it cannot be read',
            filesize($path) > self::MOST_BYTES => 'larger than ' . (self::MOST_BYTES >> 20) . ' MB',
            default => null,
        };
        $code = $why === null ? @file_get_contents($path) : false;
        if ($code === false) {
            $this->unread[$file] = $why ?? 'it cannot be read';
            return null;
        }
        return str_starts_with($code, '#!') ? null : $code;
    }

    private function enter(string $relative): void
    {
        $path = rtrim("$this->folder/$relative", '/');
        $names = @scandir($path);
        if ($names === false) {
            $this->unread[$relative] = 'the folder cannot be read';
            return;
        }
        $isTop = $relative === '' || preg_match('~(^|/)vendor/[^/]+/[^/]+$~', $relative) === 1;
        foreach ($names as $name) {
            if ($name[0] !== '.') {
                $this->look($path, $relative === '' ? $name : "$relative/$name", $name, $isTop);
            }
        }
    }

    private function look(string $path, string $relative, string $name, bool $isTop): void
    {
        if (!is_dir("$path/$name")) {
            if (in_array(strtolower(pathinfo($name, PATHINFO_EXTENSION)), self::ENDINGS, true)) {
                $this->files[] = $relative;
            }
            return;
        }
        if (in_array($name, self::LEFT_OUT, true) || $isTop && in_array($name, self::LEFT_OUT_AT_TOP, true)) {
            return;
        }
        if (is_link("$path/$name")) {
            $real = (string) realpath("$path/$name");
            if (!str_starts_with("$real/", "$this->folder/") && $real !== $this->folder) {
                $this->unread[$relative] = "a link to a folder elsewhere: $real";
            }
            return;  // what is in the folder is read where it is
        }
        $this->enter($relative);
    }
}
