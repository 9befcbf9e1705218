<?php

declare(strict_types=1);

namespace Tern\Internal\Client\Http;

use ValueError;
use function preg_replace_callback;
use function strcspn;
use function strlen;

/**
 * Writes the lines of HTTP/1. No other class of the library does, so a text of the program is never more than the part of a
 * line that it is given for. scripts/checks/library looks for other places.
 */
final class Lines
{
    private const ENDS = "\r\n\0";
    private const NOT_IN_TARGETS = "\0\x01\x02\x03\x04\x05\x06\x07\x08\t\n\v\f\r\x0E\x0F\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1A\x1B\x1C\x1D\x1E\x1F \x7F";

    /**
     * The first line of a request.
     *
     * @throws ValueError
     */
    public static function request(string $method, string $target): string
    {
        if ($target === '' || strcspn($target, self::NOT_IN_TARGETS) !== strlen($target)) {
            throw new ValueError('The target of a request must have no spaces and no controls, ' . self::shown($target) . ' given');
        }
        if (!Grammar::isToken($method)) {
            throw new ValueError('The method of a request must have letters, digits and !#$%&\'*+-.^_`|~ only, ' . self::shown($method) . ' given');
        }
        return "$method $target HTTP/1.1\r\n";
    }

    /**
     * @param string $name is known to be one: see Grammar::isToken()
     * @param string $where what was given, for errors
     * @throws ValueError
     */
    public static function field(string $name, string $value, string $where = 'The request'): string
    {
        if (strcspn($value, self::ENDS) !== strlen($value)) {
            throw new ValueError("$where field \"$name\" must not contain line breaks and NUL bytes, " . self::shown($value) . ' given');
        }
        return "$name: $value\r\n";
    }

    /**
     * The head of one part of a form: RFC 7578 section 4.2.
     *
     * @param string|null $filename null: it is no file
     * @param string $type '': it has none
     */
    public static function part(string $name, ?string $filename, string $type): string
    {
        $disposition = 'form-data; name="' . Grammar::quoted($name) . '"'
            . ($filename === null ? '' : '; filename="' . Grammar::quoted($filename) . '"');
        $where = "The part \"$name\"";
        return self::field('Content-Disposition', $disposition, $where) . ($type === '' ? '' : self::field('Content-Type', $type, $where)) . "\r\n";
    }

    /** A text as a part of a target: what a request line cannot have is percent-encoded. */
    public static function encoded(string $text): string
    {
        return (string) preg_replace_callback('/[^\x21\x22\x24-\x7E]/', fn(array $found) => rawurlencode($found[0]), $text);
    }

    private static function shown(string $text): string
    {
        return (string) json_encode($text, JSON_INVALID_UTF8_SUBSTITUTE);
    }
}
