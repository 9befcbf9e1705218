<?php

declare(strict_types=1);

namespace Tern\Internal\Admin;

/** The page of the admin site: one document, with its style and script inside. Skeleton.html and its like are embedded as classes. */
final class Page
{
    private static ?string $html = null;

    public static function html(): string
    {
        return self::$html ??= strtr(Skeleton::TEXT, ['{style}' => Style::TEXT, '{script}' => Charts::TEXT . Script::TEXT]);
    }

    /** @return array<string, string> only the page's own scripts run, and no other page may embed it */
    public static function headers(): array
    {
        $hash = fn(string $text) => "'sha256-" . base64_encode(hash('sha256', $text, true)) . "'";
        $script = $hash(Charts::TEXT . Script::TEXT);
        $style = $hash(Style::TEXT);
        return [
            'Content-Type' => 'text/html; charset=utf-8',
            'Content-Security-Policy' => "default-src 'none'; script-src $script; style-src $style; connect-src 'self'; "
                . "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            'Referrer-Policy' => 'no-referrer',
        ];
    }
}
