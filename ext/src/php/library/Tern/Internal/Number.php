<?php

declare(strict_types=1);

namespace Tern\Internal;

use function is_float;

/** What the program gave as a number, in messages. */
final class Number
{
    /** As PHP makes text of it; but since PHP 8.5, PHP warns when it makes text of NAN. */
    public static function text(int|float|string $value): string
    {
        return is_float($value) && is_nan($value) ? 'NAN' : (string) $value;
    }
}
