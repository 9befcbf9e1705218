<?php

declare(strict_types=1);

namespace Tern\Internal\Client\TernHttp;

use Tern\Internal\Client\Http\Grammar;
use function strtolower;

/** One request. An object of it never changes. */
final class Request
{
    /** Methods whose requests have a body even if it is empty. */
    private const WITH_BODY = ['POST' => true, 'PUT' => true, 'PATCH' => true];

    public function __construct(
        public readonly string $method,
        public readonly Url $url,
        public readonly Fields $fields,
        public readonly Body $body,
        public readonly RequestOptions $options,
        public readonly Stopwatch $watch,
    ) {
    }

    public function withFields(Fields $fields): self
    {
        return new self($this->method, $this->url, $fields, $this->body, $this->options, $this->watch);
    }

    /** What is asked for: one address may serve many hosts, of which the field Host tells which. */
    public function resource(?Url $url = null): string
    {
        $url ??= $this->url;
        $host = strtolower($this->fields->get('host'));
        return $host === '' || $host === $url->authority ? $url->text : "$url->text $host";
    }

    /** Whether sending it again does no harm. */
    public function isIdempotent(): bool
    {
        return Grammar::isIdempotent($this->method);
    }

    /**
     * The field that says how long the body is.
     *
     * @return array{string, string}|null name and value; null: there is no body
     */
    public function framing(): ?array
    {
        if ($this->body->length === null) {
            return ['Transfer-Encoding', 'chunked'];
        }
        $has_body = $this->body->length > 0 || isset(self::WITH_BODY[$this->method]);
        return $has_body ? ['Content-Length', (string) $this->body->length] : null;
    }
}
