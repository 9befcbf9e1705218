<?php

declare(strict_types=1);

namespace Tern\Internal\Site;

use Tern\Internal\Framework\Application\ProjectRuntime;
use function dirname;

/** What an index.php is, by its text. */
final class FrontFile
{
    private const LARAVEL = 'bootstrap/app.php';

    /** True: the file is made for Laravel or symfony/runtime, or its last statement is a return with a value. */
    public static function returnsApplication(string $file): bool
    {
        $code = (string) @file_get_contents($file);
        if (ProjectRuntime::isAskedBy($file)) {
            return true;
        }
        if (str_contains($code, self::LARAVEL) && is_file(dirname($file, 2) . '/' . self::LARAVEL)) {
            return true;
        }
        return (new LastStatement($code))->isReturnOfValue();
    }
}
