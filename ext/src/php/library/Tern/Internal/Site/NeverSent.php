<?php

declare(strict_types=1);

namespace Tern\Internal\Site;

use ValueError;
use function in_array;
use function Tern\Internal\is_hidden_path;

/**
 * Files of a classic site that are not meant for the net: they are neither sent nor run. What docs/static.md lists is always among them;
 * docs/classic.md shows both.
 */
final class NeverSent
{
    /** Patterns of names; one that starts with a slash is for a path from the root on. Each also hides what is below such a folder. */
    public const USUAL = ['*.sql', '*.sqlite', '*.sqlite3', '*.ini', '*.env', '*.log', '*.pem', 'package.json', 'package-lock.json',
        'yarn.lock', 'web.config', '/node_modules'];
    /** Only if it is Composer's. */
    private const VENDOR = '/vendor';
    /** Code of others, made to be included. */
    private const LIBRARIES = '~/(?:vendor|node_modules)/~i';

    /** @param list<string> $patterns */
    private function __construct(public readonly array $patterns)
    {
    }

    /**
     * @param list<string> $more patterns beside the usual ones
     * @param list<string> $without those of the usual ones that do not apply
     * @throws ValueError for a pattern in $without that is not a usual one
     */
    public static function of(string $root, array $more = [], array $without = []): self
    {
        $usual = [...self::USUAL, self::VENDOR];
        foreach ($without as $pattern) {
            if (!in_array($pattern, $usual, true)) {
                throw new ValueError('must be one of ' . implode(' ', $usual) . ", \"$pattern\" given");
            }
        }
        $isComposer = is_file($root . self::VENDOR . '/autoload.php');
        $usual = $isComposer ? $usual : self::USUAL;
        return new self(array_values(array_unique([...array_diff($usual, $without), ...$more])));
    }

    /** @param string $path from the root on, decoded */
    public function hasFile(string $path): bool
    {
        return is_hidden_path($path) || $this->matches($path);
    }

    /** The same for a PHP file that is to be run. */
    public function hasScript(string $path): bool
    {
        $end = (int) strrpos($path, '/');
        return str_starts_with(substr($path, $end), '/.') || ($end > 0 && is_hidden_path(substr($path, 0, $end + 1)))
            || preg_match(self::LIBRARIES, $path) === 1 || $this->matches($path);
    }

    private function matches(string $path): bool
    {
        foreach ($this->patterns as $pattern) {
            if ($pattern[0] === '/' ? self::isBelow($pattern, $path) : self::hasName($pattern, $path)) {
                return true;
            }
        }
        return false;
    }

    private static function hasName(string $pattern, string $path): bool
    {
        foreach (explode('/', $path) as $name) {
            if ($name !== '' && fnmatch($pattern, $name, FNM_CASEFOLD)) {
                return true;
            }
        }
        return false;
    }

    private static function isBelow(string $pattern, string $path): bool
    {
        for ($end = strpos("$path/", '/', 1); $end !== false; $end = strpos("$path/", '/', $end + 1)) {
            if (fnmatch($pattern, substr($path, 0, $end), FNM_CASEFOLD | FNM_PATHNAME)) {
                return true;
            }
        }
        return false;
    }
}
