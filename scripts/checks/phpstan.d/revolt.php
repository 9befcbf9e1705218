<?php
// What the library uses of Revolt, which is not among the tools: the types that its documentation gives.

namespace Revolt\EventLoop {
    enum CallbackType
    {
        case Defer;
        case Delay;
        case Repeat;
        case Readable;
        case Writable;
        case Signal;
    }

    /** @template T */
    interface Suspension
    {
        /** @param T $value */
        public function resume(mixed $value = null): void;

        /** @return T */
        public function suspend(): mixed;

        public function throw(\Throwable $throwable): void;
    }

    interface Driver
    {
        public function run(): void;

        public function stop(): void;

        /** @return Suspension<mixed> */
        public function getSuspension(): Suspension;

        public function isRunning(): bool;

        /** @param \Closure(mixed ...): void $closure */
        public function queue(\Closure $closure, mixed ...$args): void;

        /** @param \Closure(string): void $closure */
        public function defer(\Closure $closure): string;

        /** @param \Closure(string): void $closure */
        public function delay(float $delay, \Closure $closure): string;

        /** @param \Closure(string): void $closure */
        public function repeat(float $interval, \Closure $closure): string;

        /**
         * @param resource $stream
         * @param \Closure(string, resource): void $closure
         */
        public function onReadable(mixed $stream, \Closure $closure): string;

        /**
         * @param resource $stream
         * @param \Closure(string, resource): void $closure
         */
        public function onWritable(mixed $stream, \Closure $closure): string;

        /** @param \Closure(string, int): void $closure */
        public function onSignal(int $signal, \Closure $closure): string;

        public function enable(string $callbackId): string;

        public function disable(string $callbackId): string;

        public function cancel(string $callbackId): void;

        public function reference(string $callbackId): string;

        public function unreference(string $callbackId): string;

        /** @param \Closure(\Throwable): void|null $errorHandler */
        public function setErrorHandler(?\Closure $errorHandler): void;

        /** @return \Closure(\Throwable): void|null */
        public function getErrorHandler(): ?\Closure;

        /** @return resource|object|null */
        public function getHandle(): mixed;

        /** @return list<string> */
        public function getIdentifiers(): array;

        public function getType(string $callbackId): CallbackType;

        public function isEnabled(string $callbackId): bool;

        public function isReferenced(string $callbackId): bool;

        /** @return array<string, mixed> */
        public function __debugInfo(): array;
    }

    final class InvalidCallbackError extends \Error
    {
        /** @param \Closure(mixed ...): mixed $closure */
        public static function nonNullReturn(string $callbackId, \Closure $closure): self
        {
            return new self();
        }

        public static function invalidIdentifier(string $callbackId): self
        {
            return new self();
        }
    }

    final class UncaughtThrowable extends \Error
    {
        public static function throwingCallback(\Closure $closure, \Throwable $previous): self
        {
            return new self();
        }

        public static function throwingErrorHandler(\Closure $closure, \Throwable $previous): self
        {
            return new self();
        }
    }

    final class UnsupportedFeatureException extends \Exception
    {
    }
}

namespace Revolt\EventLoop\Driver {
    use Revolt\EventLoop\Driver;

    final class TracingDriver implements Driver
    {
        public function __construct(Driver $driver)
        {
        }
    }
}
