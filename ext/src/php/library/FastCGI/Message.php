<?php

declare(strict_types=1);

namespace Swoole\FastCGI;

use Stringable;

/** What requests and responses of FastCGI have in common. with...() change the object and return it. */
class Message
{
    /** @var array<string, string> */
    protected array $params = [];
    protected string $body = '';
    protected string $error = '';

    public function getParam(string $name): ?string
    {
        return $this->params[$name] ?? null;
    }

    public function withParam(string $name, string $value): static
    {
        $this->params[$name] = $value;
        return $this;
    }

    public function withoutParam(string $name): static
    {
        unset($this->params[$name]);
        return $this;
    }

    /** @return array<string, string> */
    public function getParams(): array
    {
        return $this->params;
    }

    /** @param array<string, string> $params */
    public function withParams(array $params): static
    {
        $this->params = $params;
        return $this;
    }

    /** @param array<string, string> $params they win over those of the same names */
    public function withAddedParams(array $params): static
    {
        $this->params = $params + $this->params;
        return $this;
    }

    public function getBody(): string
    {
        return $this->body;
    }

    /** @return static */
    public function withBody(Stringable|string $body): self
    {
        $this->body = (string) $body;
        return $this;
    }

    /** What the program wrote to its standard error. */
    public function getError(): string
    {
        return $this->error;
    }

    public function withError(string $error): static
    {
        $this->error = $error;
        return $this;
    }
}
