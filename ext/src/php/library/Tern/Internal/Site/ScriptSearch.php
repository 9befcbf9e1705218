<?php

declare(strict_types=1);

namespace Tern\Internal\Site;

use function array_shift;
use function count;
use function in_array;

/** Looks for a PHP file in a folder without an index.php. */
final class ScriptSearch
{
    private const MOST_FOLDERS = 200;
    private const DEEPEST = 4;
    private const SKIPPED = ['vendor', 'node_modules'];

    /** Folders far below, and those behind symbolic links, are not looked into. */
    public static function finds(string $root): bool
    {
        $folders = [[$root, 0]];
        for ($seen = 0; $folders !== [] && $seen < self::MOST_FOLDERS; ++$seen) {
            [$folder, $depth] = array_shift($folders);
            foreach (@scandir($folder) ?: [] as $name) {
                if (str_starts_with($name, '.') || in_array($name, self::SKIPPED, true)) {
                    continue;
                }
                $path = "$folder/$name";
                if (str_ends_with($name, '.php') && is_file($path)) {
                    return true;
                }
                if ($depth < self::DEEPEST && count($folders) < self::MOST_FOLDERS && is_dir($path) && !is_link($path)) {
                    $folders[] = [$path, $depth + 1];
                }
            }
        }
        return false;
    }
}
