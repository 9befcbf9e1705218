<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

use function count;

/** mod_alias: those directives that an .htaccess may have. */
final class AliasDirectives implements Directives
{
    public static function names(): array
    {
        return ['redirect', 'redirectmatch', 'redirectpermanent', 'redirecttemp'];
    }

    public function read(Line $line, Rules $rules): void
    {
        $words = $line->wordsBetween(1, 3);
        $name = strtolower($line->name);
        $isPattern = $name === 'redirectmatch';
        if ($name === 'redirectpermanent' || $name === 'redirecttemp') {
            $status = substr($name, 8);
        } else {
            $isStatus = preg_match('/^(?:\d+|permanent|temp|seeother|gone)$/i', $words[0]) === 1;
            $status = $isStatus ? (string) array_shift($words) : 'temp';
        }
        if (count($words) < 1 || count($words) > 2) {
            throw new Unsupported('must have a path and a URL, after a status if you like');
        }
        $rules->redirects[] = Redirect::of($status, $words[0], $words[1] ?? null, $isPattern);
    }
}
