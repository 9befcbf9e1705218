<?php

declare(strict_types=1);

namespace Tern\Internal;

use function ini_get;

/** What php.ini says of the bodies of requests, as options of a server. */
final class PhpLimits
{
    private const BODY_BYTES = 16 << 20;
    private const MOST_BODY_BYTES = 1 << 30;

    /** The largest body. A form beyond post_max_size reaches the program, so more than that must arrive. */
    public static function bodyBytes(): int
    {
        $ofPhp = ini_parse_quantity((string) ini_get('post_max_size'));
        return $ofPhp > 0 ? min(max(self::BODY_BYTES, 2 * $ofPhp), self::MOST_BODY_BYTES) : self::MOST_BODY_BYTES;
    }

    /** @return array<string, int> for a server that reads forms itself */
    public static function ofForms(): array
    {
        return [
            'package_max_length' => self::bodyBytes(),
            'http_max_form_size' => max(0, ini_parse_quantity((string) ini_get('post_max_size'))),
            'http_max_file_size' => max(0, ini_parse_quantity((string) ini_get('upload_max_filesize'))),
        ];
    }
}
