<?php

/** @generate-function-entries */

namespace {
    /** @return string the version of OpenSwoole whose names are there */
    function openswoole_version(): string {}
}

// Methods that OpenSwoole has beyond Swoole. They become methods of the Swoole class with that name.
namespace OpenSwoole {
    class Coroutine
    {
        /**
         * Suspends for a time. Suspends.
         *
         * @param int $microseconds 0 to 10**15; rounded up to whole milliseconds
         * @return bool false when it was cancelled
         */
        public static function usleep(int $microseconds) {}

        /**
         * Waits until one of the channels can be used without waiting: a value can be popped, there is room for one, or the
         * channel is closed. Suspends.
         *
         * @param \Swoole\Coroutine\Channel[] $read to pop from
         * @param \Swoole\Coroutine\Channel[] $write to push to
         * @param float $timeout seconds, at least 0.001; 0 and less: as long as it takes
         * @return array{pull_chans: \Swoole\Coroutine\Channel[], push_chans: \Swoole\Coroutine\Channel[]}|false those that are
         *     ready, with their keys; false when it was cancelled, or the time was over
         * @throws \TypeError for what is no channel
         * @throws \ValueError without a channel
         */
        public static function select(array $read = [], array $write = [], float $timeout = -1) {}

        /**
         * Swoole\Coroutine\run()
         *
         * @return bool
         */
        public static function run(callable $callback, mixed ...$params) {}
    }
}

namespace OpenSwoole\Coroutine {
    class Channel
    {
        /** @return int a number that no other channel of the process has at the same time */
        public function getId() {}
    }
}

namespace OpenSwoole\Http {
    class Server
    {
        /**
         * Handles requests by a function that takes a request of PSR-7 and returns a response.
         *
         * @param callable $callback takes a Psr\Http\Message\ServerRequestInterface, returns a Psr\Http\Message\ResponseInterface
         * @return bool
         * @throws \RuntimeException when the program has no PSR-7 messages
         */
        public function handle(callable $callback) {}

        /**
         * Handles requests by a handler of PSR-15.
         *
         * @param \Psr\Http\Server\RequestHandlerInterface $handler
         * @return bool
         * @throws \TypeError for another object
         * @throws \RuntimeException when the program has no PSR-7 messages
         */
        public function setHandler($handler) {}
    }
}
