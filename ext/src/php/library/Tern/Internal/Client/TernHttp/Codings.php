<?php

declare(strict_types=1);

namespace Tern\Internal\Client\TernHttp;

use function is_string;

/** Codings of bodies that connections decode: RFC 9110 section 8.4.1. */
final class Codings
{
    public const ACCEPTED = 'gzip, deflate, br, zstd';
    private const KNOWN = ['gzip' => true, 'x-gzip' => true, 'deflate' => true, 'br' => true, 'zstd' => true];

    /**
     * The fields of a response whose body was decoded if its coding is known: they are about the body that the program gets.
     *
     * @param array<string|list<string>> $headers
     * @return array<string|list<string>>
     */
    public static function decoded(array $headers): array
    {
        $coding = $headers['content-encoding'] ?? '';
        if (is_string($coding) && isset(self::KNOWN[strtolower(trim($coding))])) {
            unset($headers['content-encoding'], $headers['content-length']);
        }
        return $headers;
    }
}
