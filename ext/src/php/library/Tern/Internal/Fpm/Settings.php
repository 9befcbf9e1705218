<?php

declare(strict_types=1);

namespace Tern\Internal\Fpm;

use Tern\Internal\Site\UserIni;
use function count;
use function ini_get;
use function is_array;
use function is_string;
use function strlen;

/** The ini settings of one request: those of .user.ini files, and those that the web server passes on. */
final class Settings
{
    private const MOST = 1000;

    /** @var array<string, UserIni> by document root */
    private array $folders = [];
    /** What ofFolder() was asked for last. */
    private string $lastFile = '';
    private string $lastRoot = '';
    private int $lastSecond = 0;
    /** @var array<string, string> its answer */
    private array $lastSettings = [];
    private readonly bool $keepsLast;

    public function __construct()
    {
        $this->keepsLast = (int) ini_get('user_ini.cache_ttl') > 1;
    }

    /**
     * @param string $file of the script
     * @param string|null $root DOCUMENT_ROOT; null: no .user.ini files are read, as with php-fpm
     * @return array<string, string>
     */
    public function ofFolder(string $file, ?string $root): array
    {
        if ($root === null) {
            return [];
        }
        $now = time();
        if ($this->lastSecond === $now && $this->lastFile === $file && $this->lastRoot === $root && $this->keepsLast) {
            return $this->lastSettings;
        }
        [$this->lastFile, $this->lastRoot, $this->lastSecond] = [$file, $root, $now];
        return $this->lastSettings = $this->find($file, $root);
    }

    /** @return array<string, string> */
    private function find(string $file, string $root): array
    {
        $root = str_ends_with($root, '/') ? substr($root, 0, -1) : $root;
        $folder = substr($file, 0, (int) strrpos($file, '/'));
        if (!str_starts_with("$folder/", "$root/")) {
            $root = $folder;  // outside of the root only the folder of the script counts
        }
        if (!isset($this->folders[$root])) {
            $this->folders = count($this->folders) < self::MOST ? $this->folders : [];
        }
        return ($this->folders[$root] ??= new UserIni($root))->of(substr($folder, strlen($root)));
    }

    /**
     * PHP_VALUE or PHP_ADMIN_VALUE.
     *
     * @return array<string, string>
     */
    public static function ofParameter(?string $text): array
    {
        $values = $text === null || $text === '' ? [] : @parse_ini_string("$text\n");
        $settings = [];
        foreach (is_array($values) ? $values : [] as $name => $value) {
            if (is_string($name) && is_string($value)) {
                $settings[$name] = $value;
            }
        }
        return $settings;
    }
}
