<?php

declare(strict_types=1);

namespace Swoole\FastCGI;

use Swoole\Http\Status;

/** The response of a program that speaks CGI: its body is without the head, which is read here. */
class HttpResponse extends Response
{
    /** @var int */
    protected $statusCode = Status::OK;
    /** @var string */
    protected $reasonPhrase = 'OK';
    /** @var array<string, string> by the names that the program wrote */
    protected array $headers = [];
    /** @var array<string, string> those names by themselves in lower case */
    protected array $headersMap = [];
    /** @var array<string> */
    protected array $setCookieHeaderLines = [];

    /** @param array<Record> $records in the order of their arrival; none: a response that is yet to be filled */
    public function __construct(array $records = [])
    {
        if ($records === []) {
            return;
        }
        parent::__construct($records);
        [$head, $body] = (preg_split('/\r?\n\r?\n/', $this->body, 2) ?: []) + ['', ''];
        $this->body = $body;
        foreach (preg_split('/\r?\n/', $head) ?: [] as $line) {
            [$name, $value] = explode(':', $line, 2) + ['', ''];
            $this->add(trim($name), trim($value));
        }
    }

    public function getStatusCode(): int
    {
        return $this->statusCode;
    }

    /** @return static */
    public function withStatusCode(int $statusCode): self
    {
        $this->statusCode = $statusCode;
        return $this;
    }

    public function getReasonPhrase(): string
    {
        return $this->reasonPhrase;
    }

    /** @return static */
    public function withReasonPhrase(string $reasonPhrase): self
    {
        $this->reasonPhrase = $reasonPhrase;
        return $this;
    }

    /** @param string $name upper or lower case */
    public function getHeader(string $name): ?string
    {
        $name = $this->headersMap[strtolower($name)] ?? null;
        return $name === null ? null : $this->headers[$name];
    }

    /** @return array<string, string> */
    public function getHeaders(): array
    {
        return $this->headers;
    }

    /** @return static */
    public function withHeader(string $name, string $value): self
    {
        $lower = strtolower($name);
        unset($this->headers[$this->headersMap[$lower] ?? $name]);
        $this->headers[$name] = $value;
        $this->headersMap[$lower] = $name;
        return $this;
    }

    /**
     * @param array<string, string> $headers
     * @return static
     */
    public function withHeaders(array $headers): self
    {
        foreach ($headers as $name => $value) {
            $this->withHeader($name, $value);
        }
        return $this;
    }

    /** @return array<string> */
    public function getSetCookieHeaderLines(): array
    {
        return $this->setCookieHeaderLines;
    }

    /** @return static */
    public function withSetCookieHeaderLine(string $value): self
    {
        $this->setCookieHeaderLines[] = $value;
        return $this;
    }

    private function add(string $name, string $value): void
    {
        if ($name === '') {
            return;
        }
        match (strtolower($name)) {
            'status' => $this->addStatus($value),
            'set-cookie' => $this->withSetCookieHeaderLine($value),
            default => $this->addHeader($name, $value),
        };
    }

    /** The values of a field that comes several times are one list (RFC 9110, 5.3). */
    private function addHeader(string $name, string $value): void
    {
        $before = $this->getHeader($name);
        $this->withHeader($name, $before === null ? $value : "$before, $value");
    }

    /** @param string $value as in 404 Not Found */
    private function addStatus(string $value): void
    {
        [$code, $reason] = explode(' ', $value, 2) + ['', ''];
        $this->statusCode = (int) $code;
        $this->reasonPhrase = $reason !== '' ? $reason : Status::getReasonPhrase($this->statusCode);
    }
}
