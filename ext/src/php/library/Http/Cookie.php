<?php

declare(strict_types=1);

namespace Swoole\Http;

use ValueError;
use function Tern\Internal\cookie_line;

/** A cookie for Response::setCookie(), or for a header field of one's own. It may be used for several responses. */
class Cookie
{
    private string $name = '';
    private string $value = '';
    private string $path = '';
    private string $domain = '';
    private string $sameSite = '';
    private string $priority = '';
    private int $expires = 0;
    private bool $secure = false;
    private bool $httpOnly = false;
    private bool $partitioned = false;

    /** @param bool $encode whether the value is URL-encoded */
    public function __construct(private bool $encode = true)
    {
    }

    public function withName(string $name): Cookie
    {
        $this->name = $name;
        return $this;
    }

    /** @param string $value '': the response removes the cookie */
    public function withValue(string $value = ''): Cookie
    {
        $this->value = $value;
        return $this;
    }

    /** @param int $expires a Unix time; 0: when the browser is closed */
    public function withExpires(int $expires = 0): Cookie
    {
        $this->expires = $expires;
        return $this;
    }

    public function withPath(string $path = '/'): Cookie
    {
        $this->path = $path;
        return $this;
    }

    public function withDomain(string $domain = ''): Cookie
    {
        $this->domain = $domain;
        return $this;
    }

    public function withSecure(bool $secure = false): Cookie
    {
        $this->secure = $secure;
        return $this;
    }

    public function withHttpOnly(bool $httpOnly = false): Cookie
    {
        $this->httpOnly = $httpOnly;
        return $this;
    }

    /** @param string $sameSite Strict, Lax, None or '' */
    public function withSameSite(string $sameSite = ''): Cookie
    {
        $this->sameSite = $sameSite;
        return $this;
    }

    /** @param string $priority Low, Medium, High or '' */
    public function withPriority(string $priority = ''): Cookie
    {
        $this->priority = $priority;
        return $this;
    }

    public function withPartitioned(bool $partitioned = false): Cookie
    {
        $this->partitioned = $partitioned;
        return $this;
    }

    /**
     * What Set-Cookie has.
     *
     * @return string|false false: it has no name
     * @throws ValueError when a part has what no cookie may have
     */
    public function toString(): string|false
    {
        return $this->name === '' ? false : cookie_line(...$this->toArray());
    }

    /** @return array{name: string, value: string, path: string, domain: string, sameSite: string, priority: string, encode: bool, expires: int, secure: bool, httpOnly: bool, partitioned: bool} */
    public function toArray(): array
    {
        return [
            'name' => $this->name,
            'value' => $this->value,
            'path' => $this->path,
            'domain' => $this->domain,
            'sameSite' => $this->sameSite,
            'priority' => $this->priority,
            'encode' => $this->encode,
            'expires' => $this->expires,
            'secure' => $this->secure,
            'httpOnly' => $this->httpOnly,
            'partitioned' => $this->partitioned,
        ];
    }

    /** As after the constructor; whether the value is encoded stays. */
    public function reset(): void
    {
        $this->name = $this->value = $this->path = $this->domain = $this->sameSite = $this->priority = '';
        $this->expires = 0;
        $this->secure = $this->httpOnly = $this->partitioned = false;
    }
}
