<?php

declare(strict_types=1);

namespace Tern\Internal\RemoteObject;

use Swoole\RemoteObject\Exception;
use Tern\Internal\Client\Errno;
use Tern\Internal\Client\Hooked;
use Tern\Internal\Client\Http\Lines;
use ValueError;
use function is_float;
use function is_int;
use function is_string;
use function strlen;
use function Tern\Internal\close_on_exec;
use function Tern\Internal\peer_user;

/**
 * The HTTP of a RemoteObject\Client: one connection, which is kept. A request that fails closes it, because a late answer
 * would be taken for the next one.
 */
final class Connection
{
    public const TYPE = 'application/x-php-serialized';
    public const HOST = 'remote-object';

    private const CONNECT_SECONDS = 10.0;
    private const NO_LIMIT = 86400 * 365;  // seconds
    private const MOST_FIELDS = 64;

    private Address $address;
    private string $apiKey;
    private float $connectSeconds;
    private float $seconds;
    /** @var resource|null */
    private $stream;

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
     * @return string the body of the answer
     * @throws Exception
     */
    public function post(string $path, string $body): string
    {
        $isDone = false;
        try {
            $answer = Hooked::call(fn() => $this->exchange($path, $body));
            $isDone = true;
            return $answer;
        } finally {
            if (!$isDone) {
                $this->close();
            }
        }
    }

    public function close(): void
    {
        if ($this->stream !== null) {
            fclose($this->stream);
            $this->stream = null;
        }
    }

    private function exchange(string $path, string $body): string
    {
        $stream = $this->stream ??= $this->open();
        $this->write($stream, $this->head($path, strlen($body)) . $body);
        [$status, $length] = $this->readHead($stream);
        $answer = $length > 0 ? (string) stream_get_contents($stream, $length) : '';
        if (strlen($answer) < $length) {
            throw $this->failure($stream);
        }
        return $status === 200 ? $answer : throw new Exception("The server refuses the request: $status $answer", $status);
    }

    /** @return resource */
    private function open()
    {
        $stream = close_on_exec(@stream_socket_client($this->address->url(), $code, $why, $this->connectSeconds));
        if ($stream === false) {
            throw new Exception("Cannot connect to {$this->address->url()}: $why", (int) $code);
        }
        if ($this->address->isUnix() && !self::isOurs($stream)) {
            fclose($stream);
            throw new Exception("The server at {$this->address->url()} is that of another user", Errno::EACCES);
        }
        $limit = $this->seconds > 0 ? $this->seconds : self::NO_LIMIT;
        stream_set_timeout($stream, (int) $limit, (int) (fmod($limit, 1) * 1_000_000));
        return $stream;
    }

    /**
     * Whether root or this user listens there. Another one may have put a socket in place of that of a server that has ended.
     *
     * @param resource $stream
     */
    private static function isOurs($stream): bool
    {
        $user = peer_user($stream);
        return $user === 0 || $user === (stat('/proc/self')['uid'] ?? -1);
    }

    private function head(string $path, int $length): string
    {
        return Lines::request('POST', "/$path") . Lines::field('Host', self::HOST) . Lines::field('Content-Type', self::TYPE)
            . ($this->apiKey === '' ? '' : Lines::field('X-Api-Key', $this->apiKey)) . Lines::field('Content-Length', (string) $length) . "\r\n";
    }

    /** @param resource $stream */
    private function write($stream, string $bytes): void
    {
        for ($done = 0; $done < strlen($bytes); $done += $written) {
            $written = @fwrite($stream, $done === 0 ? $bytes : substr($bytes, $done));
            if ($written === false || $written === 0) {
                throw $this->failure($stream);
            }
        }
    }

    /**
     * @param resource $stream
     * @return array{int, int} the status, and the length of the body
     */
    private function readHead($stream): array
    {
        $status = 0;
        $length = 0;
        for ($i = 0; $i < self::MOST_FIELDS; $i++) {
            $line = fgets($stream);
            if ($line === false) {
                throw $this->failure($stream);
            }
            if ($line === "\r\n") {
                return [$status, $length];
            }
            if ($i === 0 && preg_match('~^HTTP/1\.1 (\d{3})~', $line, $found) === 1) {
                $status = (int) $found[1];
            } elseif (preg_match('~^content-length:\s*(\d+)~i', $line, $found) === 1) {
                $length = (int) $found[1];
            }
        }
        throw new Exception("{$this->address->url()} does not answer as a Swoole\RemoteObject\Server");
    }

    /** @param resource $stream */
    private function failure($stream): Exception
    {
        $isLate = stream_get_meta_data($stream)['timed_out'];
        return $isLate
            ? new Exception("{$this->address->url()} has not answered within $this->seconds s", Errno::ETIMEDOUT)
            : new Exception("{$this->address->url()} has closed the connection", Errno::ECONNRESET);
    }

    /** @param array<string, mixed> $options */
    private static function seconds(array $options, string $name, float $default): float
    {
        $value = $options[$name] ?? $default;
        return is_int($value) || is_float($value) ? (float) $value
            : throw new ValueError("The option $name of Swoole\RemoteObject\Client must be a number of seconds, " . get_debug_type($value) . ' given');
    }
}
