<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

/** mod_headers and mod_expires. */
final class HeaderDirectives implements Directives
{
    public static function names(): array
    {
        return ['header', 'expiresactive', 'expiresbytype', 'expiresdefault'];
    }

    public function read(Line $line, Rules $rules): void
    {
        switch (strtolower($line->name)) {
            case 'header':
                $rules->headers[] = HeaderOperation::of($line);
                break;
            case 'expiresactive':
                $rules->hasExpires = $line->isOn();
                break;
            case 'expiresbytype':
                $words = $line->words();
                $rules->expiresByType[strtolower((string) array_shift($words))] = Expiry::of(implode(' ', $words));
                break;
            default:
                $rules->expiresDefault = Expiry::of(implode(' ', $line->words()));
        }
    }
}
