<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

use function in_array;

/** Flag CO of a RewriteRule: name:value:domain:minutes:path:secure:httponly:samesite. */
final class Cookie
{
    private const TRUE = ['true', '1'];

    /** The value of Set-Cookie. With ";" as its first character, the text is separated by that. */
    public static function of(string $text, float $time): string
    {
        $parts = str_starts_with($text, ';') ? explode(';', substr($text, 1)) : explode(':', $text);
        [$name, $value, $domain, $minutes, $path, $secure, $httpOnly, $sameSite] = $parts + ['', '', '', '', '', '', '', ''];
        $cookie = "$name=$value; path=" . ($path === '' ? '/' : $path) . "; domain=$domain";
        if ((int) $minutes !== 0) {
            $cookie .= '; expires=' . gmdate('D, d-M-Y H:i:s', (int) $time + 60 * (int) $minutes) . ' GMT';
        }
        $cookie .= in_array(strtolower($secure), [...self::TRUE, 'secure'], true) ? '; secure' : '';
        $cookie .= in_array(strtolower($httpOnly), [...self::TRUE, 'httponly'], true) ? '; HttpOnly' : '';
        return $cookie . ($sameSite === '' || $sameSite === '0' || $sameSite === 'false' ? '' : "; SameSite=$sameSite");
    }
}
