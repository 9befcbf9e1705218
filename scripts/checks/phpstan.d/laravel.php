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

namespace Illuminate\Contracts\Container {
    interface Container
    {
        public function bound(string $abstract): bool;

        /**
         * @template T of object
         * @param class-string<T>|string $abstract
         * @return ($abstract is class-string<T> ? T : mixed)
         */
        public function make(string $abstract): mixed;
    }
}

namespace Illuminate\Contracts\Config {
    interface Repository
    {
        public function get(string $key, mixed $default = null): mixed;
    }
}

namespace Illuminate\Contracts\Events {
    interface Dispatcher
    {
    }
}

namespace Illuminate\Support {
    abstract class ServiceProvider
    {
        public function register(): void
        {
        }

        protected function callAfterResolving(string $name, \Closure $callback): void
        {
        }
    }
}

namespace Illuminate\Contracts\Cache {
    interface Store
    {
    }

    interface LockProvider
    {
    }
}

namespace Illuminate\Cache\Events {
    class KeyWritten
    {
        public function __construct(?string $storeName, string $key, mixed $value, ?int $seconds = null)
        {
        }
    }
}

namespace Illuminate\Cache {
    use Illuminate\Contracts\Cache\Store;
    use Illuminate\Contracts\Events\Dispatcher;

    class CacheManager
    {
        /** @param \Closure(\Illuminate\Contracts\Container\Container, array<string, mixed>): mixed $callback */
        public function extend(string $driver, \Closure $callback): void
        {
        }
    }

    class Repository
    {
        /** @param array<string, mixed> $config */
        public function __construct(Store $store, array $config = [])
        {
        }

        public function getStore(): Store
        {
            throw new \LogicException();
        }

        public function getName(): ?string
        {
            return null;
        }

        public function setEventDispatcher(Dispatcher $events): void
        {
        }

        protected function event(object $event): void
        {
        }

        protected function itemKey(string $key): string
        {
            return $key;
        }

        protected function getSeconds(\DateTimeInterface|\DateInterval|int $ttl): int
        {
            return 0;
        }

        public function get(string $key): mixed
        {
            return null;
        }

        /**
         * @param list<string> $keys
         * @return array<string, mixed>
         */
        public function many(array $keys): array
        {
            return [];
        }

        public function put(string $key, mixed $value, \DateTimeInterface|\DateInterval|int|null $ttl = null): bool
        {
            return false;
        }

        public function forget(string $key): bool
        {
            return false;
        }

        /**
         * @param \UnitEnum|string $key
         * @param array{0: \DateTimeInterface|\DateInterval|int, 1: \DateTimeInterface|\DateInterval|int} $ttl
         * @param callable(): mixed $callback
         * @param array{seconds?: int, owner?: string}|null $lock
         * @param bool $alwaysDefer
         * @return mixed
         */
        public function flexible($key, $ttl, $callback, $lock = null, $alwaysDefer = false)
        {
            return null;
        }
    }

    class TaggedCache extends Repository
    {
        public function __construct(Store $store, TagSet $tags)
        {
            parent::__construct($store);
        }
    }

    class TagSet
    {
        /** @param string[] $names */
        public function __construct(Store $store, array $names)
        {
        }
    }

    abstract class TaggableStore implements Store
    {
    }

    abstract class Lock
    {
        protected string $name;
        protected string $owner;
        protected int $seconds;

        /**
         * @param string $name
         * @param int $seconds
         * @param string|null $owner
         */
        public function __construct($name, $seconds, $owner = null)
        {
        }
    }
}
