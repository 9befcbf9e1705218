<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

use function count;
use function ord;
use function strlen;
use function sprintf;

/** Addresses of clients: 192.0.2.1, 192.0.2, 192.0.2.0/24, 192.0.2.0/255.255.255.0, 2001:db8::/32. */
final class Network
{
    private function __construct(private readonly string $address, private readonly int $bits)
    {
    }

    /** Null: it is none of these. */
    public static function of(string $text): ?self
    {
        if (preg_match('/^\d{1,3}(?:\.\d{1,3}){0,2}\.?$/', $text) === 1) {
            $parts = explode('.', rtrim($text, '.'));
            $address = inet_pton(implode('.', $parts + ['0', '0', '0', '0']));
            return $address === false ? null : new self($address, 8 * count($parts));
        }
        if (str_contains($text, "\0")) {
            return null;
        }
        [$host, $mask] = explode('/', $text, 2) + ['', null];
        $address = @inet_pton($host);
        if ($address === false) {
            return null;
        }
        $bits = $mask === null ? 8 * strlen($address) : self::bits($mask);
        return $bits === null || $bits > 8 * strlen($address) ? null : new self($address, $bits);
    }

    public function has(string $client): bool
    {
        $address = @inet_pton($client);
        if ($address !== false && strlen($address) === 16 && str_starts_with($address, "\0\0\0\0\0\0\0\0\0\0\xff\xff")) {
            $address = substr($address, 12);
        }
        if ($address === false || strlen($address) !== strlen($this->address)) {
            return false;
        }
        $bytes = intdiv($this->bits, 8);
        if (strncmp($address, $this->address, $bytes) !== 0) {
            return false;
        }
        $rest = $this->bits % 8;
        return $rest === 0 || (ord($address[$bytes]) ^ ord($this->address[$bytes])) >> (8 - $rest) === 0;
    }

    private static function bits(string $mask): ?int
    {
        if (Digits::are($mask)) {
            return (int) $mask;
        }
        $packed = @inet_pton($mask);
        if ($packed === false) {
            return null;
        }
        $text = implode('', array_map(static fn(string $byte): string => sprintf('%08b', ord($byte)), str_split($packed)));
        return preg_match('/^1*0*$/', $text) === 1 ? substr_count($text, '1') : null;
    }
}
