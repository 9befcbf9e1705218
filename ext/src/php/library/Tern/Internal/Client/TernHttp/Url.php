<?php

declare(strict_types=1);

namespace Tern\Internal\Client\TernHttp;

use Tern\Internal\Client\Http\Lines;
use function array_slice;
use function function_exists;
use function strlen;

/** An http or https URL: RFC 3986. */
final class Url
{
    private const PORTS = ['http' => 80, 'https' => 443];
    private const PARTS = '~^(https?)://(?:([^/?#@\\\\]*)@)?(\[[0-9A-Fa-f:.]+\]|[^/?#:@\[\]]+)(?::(\d*))?(/[^?#]*)?(\?[^#]*)?(#.*)?$~Di';
    private const REFERENCE = '~^([A-Za-z][A-Za-z0-9+.\-]*:)?(//[^/?#]*)?([^?#]*)(\?[^#]*)?(#.*)?$~Ds';

    /** Scheme, host and port: who is asked. */
    public readonly string $origin;
    /** Without credentials, and without the fragment. */
    public readonly string $text;

    /**
     * @param string $host in lower case, an IPv6 address without brackets
     * @param string $authority as the field Host has it
     * @param string $user "user:password", encoded; '': none
     * @param string $target as the request line has it: path and query
     * @param string $fragment with its "#"; '': none
     */
    private function __construct(
        public readonly string $scheme,
        public readonly string $host,
        public readonly int $port,
        public readonly string $authority,
        public readonly string $user,
        public readonly string $target,
        public readonly string $fragment,
    ) {
        $this->origin = "$scheme://$authority";
        $this->text = $this->origin . $target;
    }

    /** Null: not a URL. */
    public static function parse(string $text): ?self
    {
        if (strcspn($text, " \t\r\n\0") !== strlen($text) || preg_match(self::PARTS, $text, $part) !== 1) {
            return null;
        }
        $scheme = strtolower($part[1]);
        $port = ($part[4] ?? '') === '' ? self::PORTS[$scheme] : (int) $part[4];
        $host = self::host($part[3]);
        if ($host === null || $port < 1 || $port > 65535) {
            return null;
        }
        $authority = (str_contains($host, ':') ? "[$host]" : $host) . ($port === self::PORTS[$scheme] ? '' : ":$port");
        $path = self::withoutDots(($part[5] ?? '') === '' ? '/' : $part[5]);
        return new self($scheme, $host, $port, $authority, $part[2], Lines::encoded($path . ($part[6] ?? '')), $part[7] ?? '');
    }

    /** What a reference in a response of this URL means: RFC 3986 section 5.2; null: it is no http or https URL. */
    public function resolve(string $reference): ?self
    {
        if (preg_match(self::REFERENCE, $reference, $part) !== 1) {
            return null;
        }
        [$scheme, $authority, $path, $query, $fragment] = array_slice($part + ['', '', '', '', '', ''], 1);
        if ($scheme !== '') {
            return self::parse($reference);
        }
        if ($authority !== '') {
            return self::parse("$this->scheme:$reference");
        }
        [$own_path, $own_query] = explode('?', $this->target, 2) + ['', null];
        if ($path === '') {
            $path = $own_path;
            $query = $query !== '' || $own_query === null ? $query : "?$own_query";
        } elseif ($path[0] !== '/') {
            $path = substr($own_path, 0, (int) strrpos($own_path, '/') + 1) . $path;
        }
        return self::parse($this->origin . $path . $query . $fragment);
    }

    /** The same with more parameters. */
    public function withQuery(string $query): self
    {
        $target = $query === '' ? $this->target : $this->target . (str_contains($this->target, '?') ? '&' : '?') . Lines::encoded($query);
        return new self($this->scheme, $this->host, $this->port, $this->authority, $this->user, $target, $this->fragment);
    }

    public function withFragment(string $fragment): self
    {
        return new self($this->scheme, $this->host, $this->port, $this->authority, $this->user, $this->target, $fragment);
    }

    public function isSecure(): bool
    {
        return $this->scheme === 'https';
    }

    /** Null: not the name of a host. */
    private static function host(string $text): ?string
    {
        if ($text[0] === '[') {
            $address = substr($text, 1, -1);
            return filter_var($address, FILTER_VALIDATE_IP, FILTER_FLAG_IPV6) === false ? null : strtolower($address);
        }
        if (preg_match('/[\x80-\xFF]/', $text) === 1) {
            $text = function_exists('idn_to_ascii') ? (string) idn_to_ascii($text) : '';
        }
        return preg_match('/^[A-Za-z0-9._~-]{1,255}$/D', $text) === 1 ? strtolower($text) : null;
    }

    /** RFC 3986 section 5.2.4. */
    private static function withoutDots(string $path): string
    {
        if (!str_contains($path, '/.')) {
            return $path;
        }
        $kept = [];
        $segments = explode('/', substr($path, 1));
        $last = array_key_last($segments);
        foreach ($segments as $index => $segment) {
            if ($segment === '..') {
                array_pop($kept);
            } elseif ($segment !== '.') {
                $kept[] = $segment;
                continue;
            }
            if ($index === $last) {
                $kept[] = '';
            }
        }
        return '/' . implode('/', $kept);
    }
}
