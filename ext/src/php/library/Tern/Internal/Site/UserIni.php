<?php

declare(strict_types=1);

namespace Tern\Internal\Site;

use function count;
use function ini_get;
use function is_array;
use function is_string;

/** The settings of .user.ini files, from the root down to the folder of a script. */
final class UserIni
{
    private const MOST = 1000;
    private const ALLOWED = INI_USER | INI_PERDIR;

    /** @var array<string, array{access: int}> the settings of PHP and who may change them; empty: not asked yet */
    private static array $known = [];
    /** @var array<string, array{array<string, string>, int}> by folder, with the second in which they were read */
    private array $read = [];
    private readonly string $name;
    private readonly int $validS;

    /** @param int|null $validS seconds; null: user_ini.cache_ttl */
    public function __construct(private readonly string $root, ?int $validS = null)
    {
        $this->name = (string) ini_get('user_ini.filename');
        $this->validS = $validS ?? (int) ini_get('user_ini.cache_ttl');
    }

    /**
     * For a script in a folder. Names that PHP does not know, and settings that only php.ini may have, are left out.
     *
     * @param string $folder below the root, with a slash in front and none at the end; '': the root
     * @return array<string, string>
     */
    public function of(string $folder): array
    {
        if ($this->name === '') {
            return [];
        }
        $now = hrtime()[0];
        $read = $this->read[$folder] ?? null;
        if ($read !== null && $now - $read[1] < $this->validS) {
            return $read[0];
        }
        if (count($this->read) >= self::MOST) {
            $this->read = [];
        }
        $above = $folder === '' ? [] : $this->of(substr($folder, 0, (int) strrpos($folder, '/')));
        $settings = $this->read("$this->root$folder/$this->name") + $above;
        $this->read[$folder] = [$settings, $now];
        return $settings;
    }

    /** @return array<string, string> */
    private function read(string $file): array
    {
        $values = is_file($file) ? parse_ini_file($file) : [];
        $settings = [];
        foreach (is_array($values) ? $values : [] as $name => $value) {
            if (is_string($name) && is_string($value)) {
                $settings[$name] = $value;
            }
        }
        return self::allowed($settings);
    }

    /**
     * Those that a folder may have.
     *
     * @param array<string, string> $settings
     * @return array<string, string>
     */
    public static function allowed(array $settings): array
    {
        return $settings === [] ? [] : array_filter($settings, self::isAllowed(...), ARRAY_FILTER_USE_KEY);
    }

    private static function isAllowed(string $name): bool
    {
        if (self::$known === []) {
            /** @var array<string, array{access: int}> $all */
            $all = ini_get_all() ?: [];
            self::$known = $all;
        }
        return ((self::$known[$name]['access'] ?? 0) & self::ALLOWED) !== 0;
    }
}
