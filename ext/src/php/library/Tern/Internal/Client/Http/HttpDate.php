<?php

declare(strict_types=1);

namespace Tern\Internal\Client\Http;

use DateTimeImmutable;
use DateTimeZone;

/** Dates in fields: RFC 9110 section 5.6.7. */
final class HttpDate
{
    private const FORMS = ['!D, d M Y H:i:s \G\M\T', '!l, d-M-y H:i:s \G\M\T', '!D M j H:i:s Y'];

    /** @return int|null seconds since 1970; null: not a date */
    public static function parse(string $text): ?int
    {
        $utc = new DateTimeZone('UTC');
        foreach (self::FORMS as $form) {
            $date = DateTimeImmutable::createFromFormat($form, (string) preg_replace('/ +/', ' ', $text), $utc);
            if ($date !== false) {
                return $date->getTimestamp();
            }
        }
        return null;
    }

    public static function format(int $time): string
    {
        return gmdate('D, d M Y H:i:s', $time) . ' GMT';
    }
}
