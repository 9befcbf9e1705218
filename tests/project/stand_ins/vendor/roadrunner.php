<?php
namespace Spiral\RoadRunner {
    final class Worker
    {
        public static function create(): self
        {
            return new self();
        }
    }
}

namespace Spiral\RoadRunner\Http {
    /** A worker asks and responds in turns, so its server is a coroutine. */
    final class PSR7Worker
    {
        private ?\Fiber $server = null;

        public function __construct(mixed ...$parts)
        {
        }

        public function waitRequest(): ?object
        {
            $this->server ??= new \Fiber(fn() => \answer_requests((int) getenv('STAND_IN_PORT'), fn() => (string) \Fiber::suspend()));
            $this->server->isStarted() ? null : $this->server->start();
            return new \stdClass();
        }

        public function respond(\Nyholm\Psr7\Response $response): void
        {
            $this->server?->resume($response->body);
        }
    }
}

namespace Nyholm\Psr7 {
    final class Response
    {
        /** @param array<string, string> $fields */
        public function __construct(public int $status, public array $fields, public string $body)
        {
        }
    }
}

namespace Nyholm\Psr7\Factory {
    final class Psr17Factory
    {
    }
}
