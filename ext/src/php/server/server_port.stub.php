<?php

/** @generate-class-entries */

namespace Swoole\Server;

/**
 * One port of a server. Its options and callbacks go before those of the server.
 *
 * @not-serializable
 */
class Port
{
    /** @var string */
    public $host = '';
    /** @var int */
    public $port = 0;
    /** @var int A SWOOLE_SOCK_* constant. */
    public $type = 0;
    /** @var int The descriptor of the listening socket, -1 while it is closed. */
    public $sock = -1;
    /** @var bool */
    public $ssl = false;
    /** @var array<string, mixed>|null What set() was given. */
    public $setting = null;
    /** @var mixed */
    public $connections;

    /** Ports are made by Server::listen(). */
    private function __construct() {}

    /**
     * Sets options of this port, before the server starts: later it warns and changes nothing. The names are those marked as port options in docs/options.md.
     *
     * @phpstan-param array<string, mixed> $settings
     * @throws \TypeError|\ValueError as Server::set()
     * @tentative-return-type
     */
    public function set(array $settings): void {}

    /**
     * Registers a callback for this port only.
     *
     * @phpstan-param ($event_name is 'request' ? callable(\Swoole\Http\Request, \Swoole\Http\Response): mixed : callable) $callback
     * @param string $event_name in any case: connect, receive, close, request, ...
     * @return bool false with a warning for an unknown event or when the server runs already
     * @tentative-return-type
     */
    public function on(string $event_name, callable $callback): bool {}

    /**
     * @phpstan-return \Closure|callable-string|callable-array|null
     * @return \Closure|string|array|null the callback as it was given to on(), null when there is none
     * @tentative-return-type
     */
    public function getCallback(string $event_name): \Closure|array|string|null {}

    /**
     * The socket of a port, from the start event on, for options of the system: memberships of groups, marks. To
     * read from it, to write to it or to close it changes what the server does or nothing.
     *
     * @return \Socket|resource|false a stream where ext/sockets is missing; false before start()
     */
    public function getSocket() {}
}
