<?php

declare(strict_types=1);

namespace Tern\Internal\Fpm;

use Tern\Internal\Site\UserIni;
use function count;
use function is_array;
use function is_string;
use function strlen;

/** The ini settings of one request: those of .user.ini files, and those that the web server passes on. */
final class Settings
{
    private const MOST = 1000;

    /** @var array<string, UserIni> by document root */
    private array $folders = [];

    /**
     * @param string $file of the script
     * @param string $root DOCUMENT_ROOT
     * @return array<string, string>
     */
    public function ofFolder(string $file, string $root): array
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
    public function ofParameter(string $text): array
    {
        $values = @parse_ini_string("$text\n");
        $settings = [];
        foreach (is_array($values) ? $values : [] as $name => $value) {
            if (is_string($name) && is_string($value)) {
                $settings[$name] = $value;
            }
        }
        return $settings;
    }
}
