<?php

/** @generate-class-entries */

namespace Swoole\Coroutine\Http;

/**
 * An HTTP server within coroutines, with all that a port of Swoole\Http\Server has: HTTP/1 and HTTP/2 (RFC 9112, 9113),
 * WebSockets (RFC 6455), TLS, files, compression, limits. It may be made, started and shut down at any time, many
 * times, and several in one process. It listens from the constructor on; clients wait until start().
 *
 * @not-serializable
 */
final class Server
{
    /** @var int the descriptor that listens */
    public $fd = -1;
    /** @var string an address, or the path of a unix socket */
    public $host = '';
    /** @var int the one that the system chose where it was given 0 */
    public $port = 0;
    /** @var bool */
    public $ssl = false;
    /** @var array<string, mixed>|null what set() was given */
    public $settings;
    /** @var int of what ended start(), or of shutdown(); 0: nothing failed */
    public $errCode = 0;
    /** @var string */
    public $errMsg = '';

    /**
     * Listens from here on. Throws Swoole\Exception when it cannot; the code is the system's error number.
     *
     * @param string $host a numeric IPv4 or IPv6 address, "localhost", or unix:/path
     * @param int $port 0 to 65535; 0: any that is free, see $port
     * @param bool $ssl with TLS: set() has to give ssl_cert_file and ssl_key_file, or tls
     * @param bool $reuse_port other processes may listen at the same address (SO_REUSEPORT)
     */
    public function __construct(string $host, int $port = 0, bool $ssl = false, bool $reuse_port = false) {}

    /**
     * Options of ports that speak HTTP (docs/options.md), and max_connection, max_wait_time, send_timeout,
     * max_request_execution_time and heartbeat_check_interval, for the next start(). Others give a warning; wrong values
     * throw.
     *
     * @phpstan-param array<string, mixed> $settings
     * @return bool false, with a warning, while it runs
     * @tentative-return-type
     */
    public function set(array $settings): bool {}

    /**
     * Calls $callback for paths that begin with $pattern: the longest pattern decides, '/' is for all others. Without
     * any the response is 404. It replaces what the pattern had, also while the server runs.
     *
     * @phpstan-param callable(\Swoole\Http\Request, \Swoole\Http\Response): mixed $callback
     * @param string $pattern "/" and what follows in the path, as the client sends it
     * @param callable $callback with a Request and a Response, in a coroutine of its own; its exception gives
     *                           500 and is logged
     * @tentative-return-type
     */
    public function handle(string $pattern, callable $callback): bool {}

    /**
     * Serves until shutdown(). Suspends; in a coroutine only. Throws Swoole\Exception when the options cannot be taken
     * together, or a file of theirs cannot be opened.
     *
     * @return bool true after shutdown(); false when it was cancelled (errCode), and all connections are cut then, or
     *              the system does not let it serve
     * @tentative-return-type
     */
    public function start(): bool {}

    /**
     * Ends start(): nothing is accepted any more, requests in flight get their responses, idle connections are closed.
     * WebSockets are closed with 1001. What is left after max_wait_time is cut. Does not wait. Sets errCode when it does not run.
     *
     * @tentative-return-type
     */
    public function shutdown(): void {}
}
