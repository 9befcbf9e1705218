<?php

declare(strict_types=1);

namespace Swoole\RemoteObject;

use Swoole\Http\Request;
use Swoole\Http\Response;
use Swoole\Http\Server as HttpServer;
use Tern\Internal\RemoteObject\Address;
use Tern\Internal\RemoteObject\Connection;
use Tern\Internal\RemoteObject\Objects;
use Tern\Internal\RemoteObject\Operations;
use Throwable;
use ValueError;
use function get_class;
use function is_int;
use function is_string;

/**
 * Lets clients make objects and call functions in its processes, for libraries that block. A client that can reach it can
 * run any code as its user. So it serves unix sockets, which only that user may open, and loopback addresses, which every
 * user of the machine can reach; other addresses need the option api_key.
 */
class Server
{
    /** The port, if none is given. */
    public const DEFAULT_PORT = 9567;

    /** Of Swoole\Http\Server::set(): the processes block, which is what they are for, and connections are kept. */
    private const DEFAULTS = ['worker_num' => 0, 'enable_coroutine' => false, 'blocking_threshold' => 0, 'http_keepalive_timeout' => 86400,
        'package_max_length' => 64 << 20];
    private const OWNER_ONLY = 0177;  // as a umask

    private HttpServer $http;
    private Objects $objects;
    private Address $address;
    private string $apiKey;
    private string $bootstrap;

    /**
     * @param string $host an address, or the path of a unix socket, with unix: or / in front
     * @param int $port 0: any free one
     * @param array<string, mixed> $options those of Swoole\Http\Server::set(); enable_coroutine is off. Also server_mode,
     *     socket_type, bootstrap: a file that every worker loads; api_key: what clients must have
     */
    public function __construct(string $host = '127.0.0.1', int $port = self::DEFAULT_PORT, array $options = [])
    {
        $this->address = new Address($host, $port);
        $this->apiKey = self::text($options, 'api_key');
        $this->bootstrap = self::text($options, 'bootstrap');
        if ($this->bootstrap !== '' && !is_readable($this->bootstrap)) {
            throw new ValueError('The option bootstrap of ' . self::class . " must be a file that can be read, $this->bootstrap given");
        }
        if ($this->apiKey === '' && !$this->address->isLocal()) {
            throw new ValueError(self::class . "::__construct(): Argument #1 (\$host) must be a loopback address or the path of a unix socket without the option api_key, $host given");
        }
        $mode = $options['server_mode'] ?? SWOOLE_BASE;
        $type = $options['socket_type'] ?? $this->address->socketType();
        $this->http = $this->bind(is_int($mode) ? $mode : SWOOLE_BASE, is_int($type) ? $type : 0);
        unset($options['api_key'], $options['bootstrap'], $options['server_mode'], $options['socket_type']);
        $this->http->set($options + self::DEFAULTS);
        $this->objects = new Objects();
    }

    /** Serves. Returns when the server has ended. */
    public function start(): bool
    {
        $this->http->on('start', $this->onReady(...));
        $this->http->on('workerStart', fn() => $this->onStart());
        $this->http->on('request', $this->onRequest(...));
        $this->http->on('close', fn(HttpServer $http, int $fd) => $this->objects->drop($fd));
        return $this->http->start();
    }

    /** In the master, when clients can connect. */
    protected function onReady(HttpServer $http): void
    {
    }

    /** In every worker, before its first request. */
    public function onStart(): void
    {
        if ($this->bootstrap !== '') {
            require_once $this->bootstrap;
        }
    }

    public function onRequest(Request $request, Response $response): void
    {
        if (!$this->accepts($request)) {
            $response->status(403);
            $response->end();
            return;
        }
        try {
            $context = new Context($request, $response);
        } catch (Exception $e) {
            $response->status(400);
            $response->end($e->getMessage());
            return;
        }
        try {
            $result = ['result' => (new Operations($this->objects->of($request->fd, $context), $context))->run()];
        } catch (Throwable $e) {
            $result = ['thrown' => [get_class($e), $e->getMessage(), $e->getCode(), $e->getFile() . ':' . $e->getLine() . "\n" . $e->getTraceAsString()]];
        }
        $context->end($result);
    }

    /** The type and the host are such as no page in a browser can send. */
    private function accepts(Request $request): bool
    {
        $key = $request->header['x-api-key'] ?? '';
        return $request->getMethod() === 'POST'
            && ($request->header['content-type'] ?? '') === Connection::TYPE
            && ($request->header['host'] ?? '') === Connection::HOST
            && hash_equals($this->apiKey, is_string($key) ? $key : '');
    }

    /** The constructor of a server makes its unix socket. */
    private function bind(int $mode, int $type): HttpServer
    {
        $umask = $this->address->isUnix() ? umask(self::OWNER_ONLY) : null;
        try {
            return new HttpServer($this->address->host, $this->address->port, $mode, $type);
        } finally {
            if ($umask !== null) {
                umask($umask);
            }
        }
    }

    /** @param array<string, mixed> $options */
    private static function text(array $options, string $name): string
    {
        $value = $options[$name] ?? '';
        return is_string($value) ? $value : throw new ValueError("The option $name of " . self::class . ' must be a string, ' . get_debug_type($value) . ' given');
    }
}
