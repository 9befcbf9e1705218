<?php

declare(strict_types=1);

namespace Tern\Launcher;

use Closure;
use RuntimeException;
use Swoole\Event;
use Swoole\Timer;
use function Tern\Internal\inotify_open;
use function Tern\Internal\inotify_watch;
use function dirname;
use function in_array;
use function strlen;
use function Tern\Internal\close_on_exec;

/**
 * Tells of files that changed below folders: by inotify(7), or by looking again and again where the system has no watches
 * left, or does not see changes (folders that a virtual machine shares). Changes that come together are told together.
 */
final class Changes
{
    private const QUIET_MS = 25;  // an editor may touch several files, or one several times
    private const LOOK_MS = 250;
    private const SKIPPED = ['node_modules', 'var', 'cache', 'storage', 'tmp', 'temp', 'log', 'logs'];
    private const WATCHED = '/(^\.env[^~]*|\.(php|phtml|inc|twig|latte|ya?ml|ini|neon|toml|xml|html?|css|m?js|svg|png|jpe?g|webp|gif|ico|woff2?))$/i';
    private const IS_FOLDER = 0x40000000;
    private const CREATED_OR_MOVED_HERE = 0x180;
    private const OVERFLOW = 0x4000;
    private const LEFT = 0x8000;

    /** @var array<int, string> folders by the number of their watch */
    private array $folders = [];
    /** @var array<int, string> the same for folders of which only a file in $files is watched */
    private array $outside = [];
    /** @var array<string, true> files that were there when we looked last */
    private array $known = [];
    /** @var array<string, true> what changed and was not told yet */
    private array $found = [];
    /** @var array<string, string> what each file looked like; without inotify */
    private array $seen = [];
    private int $inotify = -1;
    /** @var resource */
    private $stream;
    private int $timer = 0;

    /**
     * @param list<string> $roots
     * @param list<string> $files further files, wherever they are and whatever their names
     * @param Closure(array<string, bool>): void $tell whether a file came or went, by path
     */
    public function __construct(private readonly array $roots, private readonly array $files, bool $polls, private readonly Closure $tell)
    {
        if (!$polls && ($this->inotify = inotify_open()) >= 0) {
            $watched = true;
            foreach ($roots as $root) {
                $watched = $watched && $this->watchTree($root);
            }
            foreach ($files as $file) {
                $watched = $watched && $this->watchFile($file);
            }
            $polls = !$watched;
        }
        if ($polls || $this->inotify < 0) {
            $this->inotify = -1;
            $this->seen = $this->lookAtAll();
            $this->known = array_fill_keys(array_keys($this->seen), true);
            Timer::tick(self::LOOK_MS, $this->compare(...));
            return;
        }
        $stream = close_on_exec(fopen("php://fd/$this->inotify", 'r'));
        $this->stream = $stream !== false ? $stream : throw new RuntimeException('inotify cannot be read');
        stream_set_blocking($this->stream, false);
        Event::add($this->stream, $this->read(...));
    }

    public function polls(): bool
    {
        return $this->inotify < 0;
    }

    private function watchTree(string $folder): bool
    {
        $number = inotify_watch($this->inotify, $folder);
        if ($number < 0) {
            return !is_dir($folder);  // it is gone already
        }
        $this->folders[$number] = $folder;
        foreach (self::files($folder) as $file) {
            $this->known[$file] = true;
        }
        foreach (self::subfolders($folder) as $below) {
            if (!$this->watchTree($below)) {
                return false;
            }
        }
        return true;
    }

    /** By its folder: an editor may put another file in its place. */
    private function watchFile(string $file): bool
    {
        $number = inotify_watch($this->inotify, dirname($file));
        if ($number >= 0 && !isset($this->folders[$number])) {
            $this->outside[$number] = dirname($file);
        }
        $this->known[$file] = true;
        return $number >= 0;
    }

    private function read(): void
    {
        while (($data = fread($this->stream, 65536)) !== false && $data !== '') {
            $at = 0;
            while ($at < strlen($data)) {
                /** @var array{folder: int, mask: int, cookie: int, size: int} $event numbers of 32 bits, as inotify(7) has them */
                $event = unpack('lfolder/Lmask/Lcookie/Lsize', $data, $at);
                $this->note($event['folder'], $event['mask'], rtrim(substr($data, $at + 16, $event['size']), "\0"));
                $at += 16 + $event['size'];
            }
        }
    }

    private function note(int $number, int $mask, string $name): void
    {
        if ($mask & self::OVERFLOW) {
            $this->add($this->roots[0]);  // some change was not told
            return;
        }
        $folder = $this->folders[$number] ?? null;
        $path = ($folder ?? $this->outside[$number] ?? '') . "/$name";
        if ($mask & self::LEFT) {
            unset($this->folders[$number], $this->outside[$number]);
        } elseif (in_array($path, $this->files, true)) {
            $this->add($path);
        } elseif ($folder !== null && $mask & self::IS_FOLDER) {
            $this->noteFolder($path, $name, $mask);
        } elseif ($folder !== null && preg_match(self::WATCHED, $name) === 1) {
            $this->add($path);
        }
    }

    private function noteFolder(string $path, string $name, int $mask): void
    {
        if (self::isSkipped($name)) {
            return;
        }
        if ($mask & self::CREATED_OR_MOVED_HERE) {
            $this->watchTree($path);
        }
        $this->add($path);
    }

    private function add(string $path): void
    {
        $this->found[$path] = true;
        if ($this->timer !== 0) {
            Timer::clear($this->timer);
        }
        $this->timer = (int) Timer::after(self::QUIET_MS, $this->tellAll(...));
    }

    /** A file that was replaced by another one has only changed. */
    private function tellAll(): void
    {
        clearstatcache();
        $this->timer = 0;
        $found = [];
        foreach (array_keys($this->found) as $path) {
            $isFile = is_file($path);
            $found[$path] = is_dir($path) || $isFile !== isset($this->known[$path]);
            if ($isFile) {
                $this->known[$path] = true;
            } else {
                unset($this->known[$path]);
            }
        }
        $this->found = [];
        ($this->tell)($found);
    }

    private function compare(): void
    {
        $now = $this->lookAtAll();
        foreach (array_diff_assoc($now, $this->seen) + array_diff_key($this->seen, $now) as $path => $look) {
            $this->add($path);
        }
        $this->seen = $now;
    }

    /** @return array<string, string> */
    private function lookAtAll(): array
    {
        clearstatcache();
        $looks = [];
        foreach (array_filter($this->files, is_file(...)) as $file) {
            $looks[$file] = $this->look($file);
        }
        $folders = $this->roots;
        while (($folder = array_pop($folders)) !== null) {
            array_push($folders, ...self::subfolders($folder));
            foreach (self::files($folder) as $file) {
                $looks[$file] = $this->look($file);
            }
        }
        return $looks;
    }

    /** Times are whole seconds: what changes twice in one is told apart by its content. */
    private function look(string $file): string
    {
        $status = @stat($file);
        if ($status === false) {
            return '';
        }
        $look = "$status[ino] $status[size] $status[mtime] ";
        $before = $this->seen[$file] ?? '';
        $isSame = str_starts_with($before, $look) && $status['mtime'] < time() - 2;
        return $isSame ? $before : $look . hash_file('xxh3', $file);
    }

    /** @return list<string> */
    private static function files(string $folder): array
    {
        $names = array_filter(@scandir($folder) ?: [], static fn(string $name): bool => preg_match(self::WATCHED, $name) === 1);
        return array_map(static fn(string $name): string => "$folder/$name", array_values($names));
    }

    /** @return list<string> */
    private static function subfolders(string $folder): array
    {
        $found = [];
        foreach (@scandir($folder) ?: [] as $name) {
            if (!self::isSkipped($name) && is_dir("$folder/$name") && !is_link("$folder/$name")) {
                $found[] = "$folder/$name";
            }
        }
        return $found;
    }

    private static function isSkipped(string $name): bool
    {
        return str_starts_with($name, '.') || in_array($name, self::SKIPPED, true);
    }
}
