<?php

declare(strict_types=1);

namespace Tern\Internal\Site;

use function strlen;

/**
 * Finds what the path of a URL leads to: a file, a folder's index, a script with a PATH_INFO, or else the root's index.php. Symbolic
 * links are followed, as nginx does, unless they must stay below the root.
 */
final class Router
{
    public const FRONT = 'index.php';
    public const EXTENSION = '.php';
    /** Of a folder, in this order. */
    public const INDEXES = [self::FRONT, 'index.html'];

    private const SCRIPT_NAME = '~[^/]\.php(/|$)~D';

    private readonly RouteCache $cache;

    /**
     * @param string $root an absolute path, symbolic links resolved
     * @param bool $followsLinks also out of the root
     * @param int $validS seconds for which what was found is not looked up again
     * @param bool $hasFront the root's index.php answers what does not exist
     */
    public function __construct(
        private readonly string $root,
        private readonly NeverSent $neverSent,
        private readonly bool $followsLinks = true,
        int $validS = 1,
        private readonly bool $hasFront = true,
    ) {
        $this->cache = new RouteCache($validS);
    }

    /** @param string $path as UrlPath::of() returns it */
    public function find(string $path): Target
    {
        return $this->cache->get($path) ?? $this->cache->set($path, $this->look($path));
    }

    private function look(string $path): Target
    {
        clearstatcache();  // PHP caches the last stat() result
        return $this->existing($path) ?? $this->scriptWithPathInfo($path) ?? $this->front($path);
    }

    /** Null: there is no such file or folder. */
    private function existing(string $path): ?Target
    {
        $isFolder = is_dir($this->root . $path);
        if (!$isFolder && !is_file($this->root . $path)) {
            return null;
        }
        if (!$this->isReachable($path)) {
            return Target::missing();
        }
        if (!$isFolder) {
            return $this->file($path);
        }
        if ($this->neverSent->hasFile($path)) {
            return Target::missing();
        }
        return str_ends_with($path, '/') ? $this->index($path) : Target::folder($path);
    }

    private function file(string $path): Target
    {
        if (str_ends_with($path, self::EXTENSION)) {
            return $this->neverSent->hasScript($path) ? Target::missing() : Target::script($this->root, $path);
        }
        return $this->neverSent->hasFile($path) ? Target::missing() : Target::file($this->root, $path);
    }

    private function index(string $folder): Target
    {
        foreach (self::INDEXES as $name) {
            if (is_file($this->root . $folder . $name) && $this->isReachable($folder . $name)) {
                return $this->file($folder . $name);
            }
        }
        return Target::forbidden();
    }

    /** The first script in the path that exists, as in /index.php/users/7. */
    private function scriptWithPathInfo(string $path): ?Target
    {
        for ($at = strpos($path, self::EXTENSION . '/'); $at !== false; $at = strpos($path, self::EXTENSION . '/', $at + 1)) {
            $name = substr($path, 0, $at + strlen(self::EXTENSION));
            if (is_file($this->root . $name) && $this->isReachable($name) && !$this->neverSent->hasScript($name)) {
                return Target::script($this->root, $name, substr($path, strlen($name)));
            }
        }
        return null;
    }

    /** What is hidden, and is there, is not told to the program; and a script that is missing is missing, as with nginx. */
    private function front(string $path): Target
    {
        if (preg_match(self::SCRIPT_NAME, $path) === 1) {
            return Target::missing();
        }
        $hasFront = $this->hasFront && is_file("$this->root/" . self::FRONT) && $this->isReachable('/' . self::FRONT);
        return $hasFront && !$this->isInHidden($path) ? Target::script($this->root, '/' . self::FRONT) : Target::missing();
    }

    /** Whether a folder of the path exists and is hidden. */
    private function isInHidden(string $path): bool
    {
        if (!$this->neverSent->hasFile($path)) {
            return false;
        }
        for ($end = strpos($path, '/', 1); $end !== false; $end = strpos($path, '/', $end + 1)) {
            $folder = substr($path, 0, $end);
            if ($this->neverSent->hasFile($folder)) {
                return is_dir($this->root . $folder);
            }
        }
        return false;
    }

    private function isReachable(string $path): bool
    {
        if ($this->followsLinks) {
            return true;
        }
        $place = realpath($this->root . $path);
        return $place !== false && str_starts_with("$place/", $this->root === '/' ? '/' : "$this->root/");
    }
}
