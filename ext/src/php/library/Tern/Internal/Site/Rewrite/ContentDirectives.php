<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

use function array_slice;
use function in_array;

/** mod_mime, AddDefaultCharset, ForceType, SetHandler, and the settings of PHP. */
final class ContentDirectives implements Directives
{
    public static function names(): array
    {
        return [
            'addtype', 'removetype', 'forcetype', 'adddefaultcharset', 'addhandler', 'removehandler', 'sethandler', 'addencoding',
            'php_value', 'php_flag', 'php_admin_value', 'php_admin_flag',
        ];
    }

    public function read(Line $line, Rules $rules): void
    {
        $name = strtolower($line->name);
        if (str_starts_with($name, 'php_')) {
            self::readSetting($name, $line, $rules);
            return;
        }
        $words = $line->words();
        match ($name) {
            'addtype' => $rules->types = self::endings($words) + $rules->types,
            'removetype' => $rules->types = self::endings([null, ...$words]) + $rules->types,
            'addhandler' => $rules->handlers = self::endings($words) + $rules->handlers,
            'removehandler' => $rules->handlers = self::endings([null, ...$words]) + $rules->handlers,
            'addencoding' => $rules->encodings = array_filter(self::endings($words), static fn(?string $encoding): bool => $encoding !== null) + $rules->encodings,
            'forcetype' => $rules->forcedType = strtolower($line->wordsBetween(1, 1)[0]),
            'sethandler' => $rules->handler = strtolower($line->wordsBetween(1, 1)[0]),
            default => $rules->charset = self::charset($line->wordsBetween(1, 1)[0]),
        };
    }

    private static function readSetting(string $name, Line $line, Rules $rules): void
    {
        if (str_starts_with($name, 'php_admin_')) {
            throw new Unsupported('only the configuration of a server may have it');
        }
        [$setting, $value] = $line->wordsBetween(2, 2);
        if ($name === 'php_flag') {
            $value = in_array(strtolower($value), ['on', '1', 'true', 'yes'], true) ? '1' : '0';
        }
        $rules->ini[$setting] = $value === 'none' ? '' : $value;
    }

    /**
     * @param list<string|null> $words the value, then endings of names, with a dot or without
     * @return array<string, string|null>
     */
    private static function endings(array $words): array
    {
        if (!isset($words[1])) {
            throw new Unsupported('must name endings of file names');
        }
        $endings = array_map(static fn(?string $word): string => strtolower(ltrim((string) $word, '.')), array_slice($words, 1));
        return array_fill_keys($endings, $words[0] === null ? null : strtolower($words[0]));
    }

    private static function charset(string $value): string
    {
        return match (strtolower($value)) {
            'off' => '',
            'on' => 'iso-8859-1',
            default => $value,
        };
    }
}
