<?php
// What the library uses of Laravel, which is not among the tools: the types that its documentation gives.

namespace Illuminate\Container {
    class Container
    {
        public function bound(string $abstract): bool
        {
            return false;
        }

        public function bind(string $abstract, \Closure|string|null $concrete = null, bool $shared = false): void
        {
        }

        /**
         * @template T of object
         * @param class-string<T>|string $abstract
         * @return ($abstract is class-string<T> ? T : mixed)
         */
        public function make(string $abstract): mixed
        {
            return null;
        }

        public function instance(string $abstract, mixed $instance): mixed
        {
            return $instance;
        }
    }
}

namespace Illuminate\Contracts\Foundation {
    interface Application
    {
    }
}

namespace Illuminate\Contracts\Http {
    use Symfony\Component\HttpFoundation\Request;
    use Symfony\Component\HttpFoundation\Response;

    interface Kernel
    {
        public function bootstrap(): void;

        public function handle(Request $request): Response;

        public function terminate(Request $request, Response $response): void;
    }
}

namespace Illuminate\Http {
    class Request extends \Symfony\Component\HttpFoundation\Request
    {
        public static function createFromBase(\Symfony\Component\HttpFoundation\Request $request): static
        {
            return new static();
        }
    }
}

namespace Illuminate\Database\Connectors {
    class ConnectionFactory
    {
        public function __construct(\Illuminate\Container\Container $container)
        {
        }

        /** @param array<string, mixed> $config */
        public function createConnector(array $config): ConnectorInterface
        {
            throw new \LogicException();
        }
    }

    interface ConnectorInterface
    {
        /** @param array<string, mixed> $config */
        public function connect(array $config): \PDO;
    }
}
