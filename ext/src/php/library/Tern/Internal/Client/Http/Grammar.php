<?php

declare(strict_types=1);

namespace Tern\Internal\Client\Http;

/** What HTTP says of short texts. */
final class Grammar
{
    private const TOKEN = '/^[!#$%&\'*+\-.^_`|~0-9A-Za-z]+$/D';
    private const IDEMPOTENT = ['GET' => true, 'HEAD' => true, 'PUT' => true, 'DELETE' => true, 'OPTIONS' => true, 'TRACE' => true];

    /** Whether it may be a method, or the name of a field: RFC 9110 section 5.6.2. */
    public static function isToken(string $text): bool
    {
        return preg_match(self::TOKEN, $text) === 1;
    }

    /** Whether sending a request with that method again does no harm: RFC 9110 section 9.2.2. */
    public static function isIdempotent(string $method): bool
    {
        return isset(self::IDEMPOTENT[$method]);
    }

    /** The value of Authorization or Proxy-Authorization: RFC 7617 section 2. */
    public static function basic(string $user, string $password): string
    {
        return 'Basic ' . base64_encode("$user:$password");
    }

    /** A name between quotation marks in a form, as HTML writes it. */
    public static function quoted(string $name): string
    {
        return strtr($name, ['"' => '%22', "\r" => '%0D', "\n" => '%0A']);
    }
}
