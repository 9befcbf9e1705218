<?php

declare(strict_types=1);

namespace Tern\Internal\Site;

use ValueError;
use function in_array;

/**
 * Files of a classic site that are not meant for the net: they are neither sent nor run. What docs/static.md lists is always among them;
 * docs/classic.md shows both.
 */
final class NeverSent
{
    /** Patterns of names; one that starts with a slash is for a path from the root on. Each also hides what is below such a folder. */
    private const USUAL = ['*.sql', '*.sqlite', '*.sqlite3', '*.ini', '*.env', '*.log', '*.pem', 'package.json', 'package-lock.json',
        'yarn.lock', 'web.config', '/node_modules'];
    /** Only if it is Composer's. */
    private const VENDOR = '/vendor';

    /**
     * @param list<string> $more patterns beside the usual ones
     * @param list<string> $without those of the usual ones that do not apply
     * @return list<string>
     * @throws ValueError for a pattern in $without that is not a usual one
     */
    public static function patterns(string $root, array $more = [], array $without = []): array
    {
        $usual = [...self::USUAL, self::VENDOR];
        foreach ($without as $pattern) {
            if (!in_array($pattern, $usual, true)) {
                throw new ValueError('must be one of ' . implode(' ', $usual) . ", \"$pattern\" given");
            }
        }
        $isComposer = is_file($root . self::VENDOR . '/autoload.php');
        $usual = $isComposer ? $usual : self::USUAL;
        return array_values(array_unique([...array_diff($usual, $without), ...$more]));
    }
}
