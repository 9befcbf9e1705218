<?php

declare(strict_types=1);

namespace Tern\Internal\Client\WebRequest;

use Tern\Internal\Client\Http\Grammar;
use ValueError;
use function in_array;
use function is_array;
use function is_scalar;

/** What the functions of Swoole\Coroutine\Http are given, checked. */
final class Request
{
    private const PORTS = ['http' => 80, 'https' => 443];

    public readonly string $url;
    public readonly bool $isHttps;
    public readonly string $host;
    public readonly int $port;
    /** With the query. */
    public readonly string $target;
    public readonly string $method;
    public readonly ?string $body;
    /** @var array<string, string> by name */
    public readonly array $headers;
    /** @var array<string, string> by name */
    public readonly array $cookies;

    /**
     * @param array<array-key, mixed> $options
     * @param array<array-key, mixed> $headers
     * @param array<array-key, mixed> $cookies
     * @throws ValueError
     */
    public function __construct(
        private readonly string $function,
        string $url,
        string $method,
        mixed $data,
        public readonly array $options,
        array $headers,
        array $cookies,
    ) {
        $parts = preg_match('/[\x00-\x20\x7F]/', $url) === 1 ? false : parse_url($url);
        $scheme = strtolower($parts['scheme'] ?? '');
        if ($parts === false || !isset(self::PORTS[$scheme], $parts['host'])) {
            throw $this->wrong('url', 'an http:// or https:// URL without spaces', $url);
        }
        $this->url = $url;
        $this->isHttps = $scheme === 'https';
        $this->host = trim($parts['host'], '[]');
        $this->port = $parts['port'] ?? self::PORTS[$scheme];
        $this->target = ($parts['path'] ?? '/') . (isset($parts['query']) ? "?{$parts['query']}" : '');
        $this->method = Grammar::isToken($method) ? $method : throw $this->wrong('method', 'a method of HTTP, as GET', $method);
        $this->body = $data === null ? null : (is_array($data) ? http_build_query($data) : self::text($data));
        $headers = $this->headers($headers);
        $names = array_map(strtolower(...), array_keys($headers));
        if ($this->body !== null && !in_array('content-type', $names, true)) {
            $headers['Content-Type'] = 'application/x-www-form-urlencoded';
        }
        $this->headers = $headers;
        $this->cookies = $this->cookies($cookies);
    }

    /** @return list<string> with one for the cookies */
    public function headerLines(): array
    {
        $headers = $this->headers + $this->cookieHeader();
        return array_map(fn($name, $value) => "$name: $value", array_keys($headers), $headers);
    }

    /** @return array<string, string> none without cookies */
    public function cookieHeader(): array
    {
        $pairs = [];
        foreach ($this->cookies as $name => $value) {
            $pairs[] = "$name=" . rawurlencode($value);
        }
        return $pairs === [] ? [] : ['Cookie' => implode('; ', $pairs)];
    }

    /** @return float|null null: no limit is given */
    public function seconds(string $option): ?float
    {
        $seconds = $this->options[$option] ?? null;
        return is_numeric($seconds) && $seconds > 0 ? (float) $seconds : null;
    }

    /**
     * @param array<array-key, mixed> $headers
     * @return array<string, string>
     */
    private function headers(array $headers): array
    {
        /** @var array<string, string> $checked */
        $checked = [];
        foreach ($headers as $name => $value) {
            $value = self::text($value);
            if (!Grammar::isToken((string) $name) || preg_match('/[\x00\r\n]/', $value) === 1) {
                throw $this->wrong('headers', 'names of fields and values without line ends', "$name: $value");
            }
            $checked[(string) $name] = $value;
        }
        return $checked;
    }

    /**
     * @param array<array-key, mixed> $cookies
     * @return array<string, string>
     */
    private function cookies(array $cookies): array
    {
        /** @var array<string, string> $checked */
        $checked = [];
        foreach ($cookies as $name => $value) {
            if (!Grammar::isToken((string) $name)) {
                throw $this->wrong('cookies', 'names of letters, digits and !#$%&\'*+-.^_`|~', (string) $name);
            }
            $checked[(string) $name] = self::text($value);
        }
        return $checked;
    }

    private function wrong(string $argument, string $allowed, string $given): ValueError
    {
        $given = addcslashes(substr($given, 0, 128), "\0..\37\177..\377\\");
        return new ValueError("Swoole\\Coroutine\\Http\\$this->function(): Argument (\$$argument) must be $allowed, '$given' given");
    }

    private static function text(mixed $value): string
    {
        return is_scalar($value) || $value instanceof \Stringable ? (string) $value : '';
    }
}
