<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

/** mod_dir, ErrorDocument and Options. */
final class FolderDirectives implements Directives
{
    /** Options that would change what is sent. */
    private const OPTIONS = [
        'indexes' => 'folders are not listed', 'execcgi' => 'CGI programs are not run', 'includes' => 'there are no server-side includes',
        'includesnoexec' => 'there are no server-side includes', 'multiviews' => 'names are not completed', 'all' => 'folders are not listed, CGI programs are not run',
    ];

    public static function names(): array
    {
        return ['directoryindex', 'directoryslash', 'fallbackresource', 'errordocument', 'options'];
    }

    public function read(Line $line, Rules $rules): void
    {
        match (strtolower($line->name)) {
            'directoryindex' => self::readIndex($line->words(), $rules),
            'directoryslash' => $rules->hasDirectorySlash = $line->isOn(),
            'fallbackresource' => $rules->fallback = self::fallback($line),
            'errordocument' => self::readErrorDocument($line->wordsBetween(2, 2), $rules),
            default => self::readOptions($line->words()),
        };
    }

    /** @param list<string> $names */
    private static function readIndex(array $names, Rules $rules): void
    {
        $rules->index = $names === ['disabled'] ? [] : [...($rules->index ?? []), ...$names];
    }

    private static function fallback(Line $line): string
    {
        $path = $line->wordsBetween(1, 1)[0];
        if ($path !== 'disabled' && !str_starts_with($path, '/')) {
            throw new Unsupported("must be a path that starts with a slash or disabled, $path given");
        }
        return $path;
    }

    /** @param list<string> $words */
    private static function readErrorDocument(array $words, Rules $rules): void
    {
        $status = Digits::are($words[0]) ? (int) $words[0] : 0;
        if ($status < 400 || $status > 599) {
            throw new Unsupported("must have a status from 400 to 599, $words[0] given");
        }
        $rules->errorDocuments[$status] = ErrorDocument::of($words[1]);
    }

    /** @param list<string> $words */
    private static function readOptions(array $words): void
    {
        $without = [];
        foreach ($words as $word) {
            $name = strtolower(ltrim($word, '+'));
            if (isset(self::OPTIONS[$name])) {
                $without[] = "$word has no effect: " . self::OPTIONS[$name];
            }
        }
        if ($without !== []) {
            throw new Unsupported(implode('; ', $without));
        }
    }
}
