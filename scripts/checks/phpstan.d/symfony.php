<?php
// What the library uses of symfony/runtime, symfony/dependency-injection and Doctrine, which are not among the tools: the types that their documentation gives.

namespace Symfony\Component\Runtime {
    interface ResolverInterface
    {
        /** @return array{callable, array<mixed>} */
        public function resolve(): array;
    }

    interface RuntimeInterface
    {
        /** @param array<mixed> $options */
        public function __construct(array $options = []);

        public function getResolver(callable $callable): ResolverInterface;
    }

    interface RunnerInterface
    {
        public function run(): int;
    }

    class SymfonyRuntime implements RuntimeInterface
    {
        public function getRunner(?object $application): RunnerInterface
        {
            throw new \LogicException();
        }

        public function __construct(array $options = [])
        {
        }

        public function getResolver(callable $callable): ResolverInterface
        {
            throw new \LogicException();
        }
    }
}

namespace Symfony\Component\DependencyInjection {
    interface ContainerInterface
    {
        public function get(string $id): ?object;

        public function has(string $id): bool;

        public function initialized(string $id): bool;
    }
}

namespace Doctrine\Persistence {
    interface ConnectionRegistry
    {
        /** @return array<string, string> */
        public function getConnectionNames(): array;
    }
}

namespace Doctrine\DBAL {
    class Connection
    {
        public function isConnected(): bool
        {
            return false;
        }

        public function isTransactionActive(): bool
        {
            return false;
        }

        public function close(): void
        {
        }
    }
}
