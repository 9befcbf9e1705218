<?php
// The classes of TrueAsync's server that a program of the suite uses; there is one thread, and it needs no bootloader.

namespace TrueAsync;

require __DIR__ . '/server.php';

final class HttpServerConfig
{
    public int $port = 0;
    public ?\Closure $bootloader = null;

    public function addListener(string $host, int $port): self
    {
        $this->port = $port;
        return $this;
    }

    public function setWorkers(int $workers): self
    {
        return $this;
    }

    public function setBootloader(\Closure $bootloader): self
    {
        $this->bootloader = $bootloader;
        return $this;
    }
}

final class HttpResponse
{
    public string $body = '';

    public function setStatusCode(int $status): self
    {
        return $this;
    }

    public function setHeader(string $name, string $value): self
    {
        return $this;
    }

    public function setBody(string $body): self
    {
        $this->body = $body;
        return $this;
    }
}

final class HttpServer
{
    private ?\Closure $handler = null;

    public function __construct(private HttpServerConfig $config)
    {
    }

    public function addHttpHandler(\Closure $handler): void
    {
        $this->handler = $handler;
    }

    public function start(): void
    {
        $this->config->bootloader ?? exit("there are no functions in the threads\n");
        answer_requests($this->config->port, function (): string {
            $response = new HttpResponse();
            ($this->handler)(null, $response);
            return $response->body;
        });
    }
}
