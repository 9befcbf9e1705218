<?php

declare(strict_types=1);

namespace Tern\Internal\RemoteObject;

use Swoole\RemoteObject\Exception;
use Tern\Internal\BlockingSocket;
use Tern\Internal\Client\Deadline;
use Tern\Internal\Client\Errno;
use Tern\Internal\Client\Failure;
use Tern\Internal\Client\Http\Http1Call;
use Tern\Internal\Client\HttpConnection;
use ValueError;
use function is_float;
use function is_int;
use function is_string;
use function strlen;
use function Tern\Internal\peer_user;

/**
 * The HTTP of a RemoteObject\Client: one connection, which is kept. A request that fails closes it, because a late response
 * would be taken for the next one.
 */
final class Connection
{
    public const TYPE = 'application/x-php-serialized';
    public const HOST = 'remote-object';

    private const CONNECT_SECONDS = 10.0;

    private Address $address;
    private string $apiKey;
    private float $connectSeconds;
    private float $seconds;
    private ?BlockingSocket $socket = null;
    private ?HttpConnection $http = null;

    /** @param array<string, mixed> $options see RemoteObject\Client */
    public function __construct(string $host, int $port, array $options)
    {
        $this->address = new Address($host, $port);
        $this->connectSeconds = self::seconds($options, 'connect_timeout', self::CONNECT_SECONDS);
        $this->seconds = self::seconds($options, 'timeout', -1);
        $key = $options['api_key'] ?? '';
        if (!is_string($key) || preg_match('~[\r\n\0]~', $key) === 1) {
            throw new ValueError('The option api_key of Swoole\RemoteObject\Client must be a string of one line');
        }
        $this->apiKey = $key;
    }

    /**
     * Suspends in a coroutine, and blocks elsewhere.
     *
     * @return string the body of the response
     * @throws Exception
     */
    public function post(string $path, string $body): string
    {
        $isDone = false;
        try {
            $response = $this->exchange($path, $body);
            $isDone = $this->http?->reusable === true;
            return $response;
        } finally {
            if (!$isDone) {
                $this->close();
            }
        }
    }

    public function close(): void
    {
        $this->socket?->close();
        $this->socket = $this->http = null;
    }

    private function exchange(string $path, string $body): string
    {
        $http = $this->http ??= new HttpConnection($this->socket = $this->open(), ['decode' => false]);
        $until = new Deadline($this->seconds > 0 ? $this->seconds : -1);
        $fields = ['Host' => self::HOST, 'Content-Type' => self::TYPE] + ($this->apiKey === '' ? [] : ['X-Api-Key' => $this->apiKey]);
        try {
            Http1Call::send($http, 'POST', "/$path", $fields + ['Content-Length' => strlen($body)], $body, $until);
            $response = Http1Call::body($http, $until);
        } catch (Failure $why) {
            throw $this->failure($why);
        }
        return $http->statusCode === 200 ? $response
            : throw new Exception("The server refuses the request: $http->statusCode $response", $http->statusCode);
    }

    private function open(): BlockingSocket
    {
        $why = null;
        $until = new Deadline($this->connectSeconds);
        try {
            foreach ($this->address->domains() as $domain) {
                $socket = new BlockingSocket($domain, SOCK_STREAM);
                if (!$socket->connect($this->address->host, $this->address->port, $until->left())) {
                    $why ??= Failure::of($socket);
                } elseif ($domain === AF_UNIX && !self::isOurs($socket)) {
                    throw new Exception("The server at {$this->address->url()} is that of another user", Errno::EACCES);
                } else {
                    return $socket;
                }
            }
        } catch (Failure $late) {
            $why ??= $late;
        }
        throw new Exception("Cannot connect to {$this->address->url()}: {$why?->getMessage()}", (int) $why?->getCode());
    }

    /** Whether root or this user listens there. Another one may have put a socket in place of that of a server that has ended. */
    private static function isOurs(BlockingSocket $socket): bool
    {
        $user = peer_user($socket);
        return $user === 0 || $user === (stat('/proc/self')['uid'] ?? -1);
    }

    private function failure(Failure $why): Exception
    {
        $url = $this->address->url();
        return match ($why->getCode()) {
            Errno::ETIMEDOUT => new Exception("$url has not answered within $this->seconds s", Errno::ETIMEDOUT),
            Errno::EPIPE, Errno::ECONNRESET => new Exception("$url has closed the connection", Errno::ECONNRESET),
            SWOOLE_ERROR_HTTP_INVALID_PROTOCOL => new Exception("$url does not answer as a Swoole\RemoteObject\Server"),
            default => new Exception("$url: {$why->getMessage()}", $why->getCode()),
        };
    }

    /** @param array<string, mixed> $options */
    private static function seconds(array $options, string $name, float $default): float
    {
        $value = $options[$name] ?? $default;
        return is_int($value) || is_float($value) ? (float) $value
            : throw new ValueError("The option $name of Swoole\RemoteObject\Client must be a number of seconds, " . get_debug_type($value) . ' given');
    }
}
