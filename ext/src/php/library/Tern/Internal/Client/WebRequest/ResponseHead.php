<?php

declare(strict_types=1);

namespace Tern\Internal\Client\WebRequest;

/** The head of an HTTP response, line by line; what comes last counts, of interim responses and redirects. */
final class ResponseHead
{
    public int $status = 0;
    /** @var array<string, string> by names in lower case; values of a field that comes several times are joined */
    public array $headers = [];
    /** @var array<string, string> by name, decoded */
    public array $cookies = [];

    public function add(string $line): void
    {
        $line = rtrim($line, "\r\n");
        if (preg_match('~^HTTP/\S+ (\d{3})~', $line, $found) === 1) {
            $this->status = (int) $found[1];
            $this->headers = $this->cookies = [];
            return;
        }
        if (!str_contains($line, ':')) {
            return;
        }
        [$name, $value] = explode(':', $line, 2);
        $name = strtolower($name);
        $value = trim($value);
        $this->headers[$name] = isset($this->headers[$name]) ? "{$this->headers[$name]}, $value" : $value;
        if ($name === 'set-cookie') {
            [$cookie, $content] = explode('=', explode(';', $value, 2)[0], 2) + ['', ''];
            $this->cookies[trim($cookie)] = urldecode(trim($content));
        }
    }
}
