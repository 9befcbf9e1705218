<?php

declare(strict_types=1);

namespace Tern\Internal\Redis;

use Swoole\Coroutine;

use function count;
use function fgets;
use function fread;
use function fwrite;
use function strlen;
use function substr;

/** A connection to a Redis server and the protocol (RESP 2) on it. Its calls block: hooks make them suspend. */
final class Connection
{
    /** Of seconds. A stream without a limit would go on waiting after Coroutine::cancel(). */
    private const FOREVER = 2e6;

    /** What the last reply was refused with; null: it was not. */
    public ?string $error = null;
    /** What missing strings are. */
    public ?bool $nil = null;
    public bool $serialized = false;

    /** @param resource $stream */
    private function __construct(private $stream) {}

    /**
     * @param string $host a name, an address, or unix:/path
     * @param float $timeout in seconds; 0 or less: no limit
     * @throws Failure
     */
    public static function open(string $host, int $port, float $timeout): self
    {
        $at = match (true) {
            str_starts_with($host, 'unix:/') => 'unix://' . substr($host, strlen('unix:')),
            str_contains($host, ':') => "tcp://[$host]:$port",
            default => "tcp://$host:$port",
        };
        $options = stream_context_create(['socket' => ['tcp_nodelay' => true]]);
        $limit = $timeout > 0 ? $timeout : self::FOREVER;
        $stream = @stream_socket_client($at, $errno, $message, $limit, STREAM_CLIENT_CONNECT, $options);
        if ($stream !== false) {
            return new self($stream);
        }
        throw $errno === 0
            ? new Failure(SWOOLE_REDIS_ERR_OTHER, SWOOLE_ERROR_DNSLOOKUP_RESOLVE_FAILED, $message)
            : new Failure(SWOOLE_REDIS_ERR_IO, $errno);
    }

    /** @param float $timeout of each wait for the server, in seconds; 0 or less: no limit */
    public function limit(float $timeout): void
    {
        $seconds = $timeout > 0 ? min($timeout, self::FOREVER) : self::FOREVER;
        stream_set_timeout($this->stream, (int) $seconds, (int) (fmod($seconds, 1) * 1e6));
    }

    /** The number of the stream. */
    public function id(): int
    {
        return get_resource_id($this->stream);
    }

    /** Whether the server has closed it, and all that it sent before has been read. */
    public function isOver(): bool
    {
        return feof($this->stream);
    }

    /** Ends the wait of whoever reads. */
    public function shutdown(): void
    {
        stream_socket_shutdown($this->stream, STREAM_SHUT_RDWR);
    }

    public function close(): void
    {
        fclose($this->stream);
    }

    /** @throws Failure */
    public function send(array $words): void
    {
        $request = '*' . count($words) . "\r\n";
        foreach ($words as $word) {
            $word = (string) $word;
            $request .= '$' . strlen($word) . "\r\n$word\r\n";
        }
        if (@fwrite($this->stream, $request) !== strlen($request)) {
            throw $this->failure();
        }
    }

    /**
     * The next reply: a string, a number, true for OK, an array, null or $nil for nothing, false with $error for an
     * error.
     *
     * @throws Failure
     */
    public function read(): mixed
    {
        $this->error = null;
        return $this->reply();
    }

    private function reply(): mixed
    {
        $line = fgets($this->stream);
        if ($line === false || substr($line, -2) !== "\r\n") {
            throw $this->failure();
        }
        switch ($line[0]) {
            case '$':
                return $this->string((int) substr($line, 1));
            case ':':
                return (int) substr($line, 1);
            case '+':
                return $line === "+OK\r\n" ? true : substr($line, 1, -2);
            case '*':
                return $this->items((int) substr($line, 1));
            case '-':
                $this->error = substr($line, 1, -2);
                return false;
        }
        $start = json_encode(substr($line, 0, 32), JSON_INVALID_UTF8_SUBSTITUTE);
        throw new Failure(SWOOLE_REDIS_ERR_PROTOCOL, Failure::INVALID, "This is not Redis: $start");
    }

    private function string(int $length): mixed
    {
        if ($length < 0) {
            return $this->nil;
        }
        $length += 2;
        $string = fread($this->stream, $length);
        if ($string === false || strlen($string) < $length) {
            $string = $this->rest((string) $string, $length);
        }
        $string = substr($string, 0, -2);
        return $this->serialized ? self::unserialize($string) : $string;
    }

    /** A long string comes in several pieces. */
    private function rest(string $start, int $length): string
    {
        $string = $start . stream_get_contents($this->stream, $length - strlen($start));
        return strlen($string) === $length ? $string : throw $this->failure();
    }

    private function items(int $count): ?array
    {
        if ($count < 0) {
            return null;
        }
        $items = [];
        while ($count-- > 0) {
            $items[] = $this->reply();
        }
        return $items;
    }

    /** Others may have stored what is not serialized: that stays as it is. */
    private static function unserialize(string $string): mixed
    {
        $value = @unserialize($string);
        return $value === false && $string !== 'b:0;' ? $string : $value;
    }

    private function failure(): Failure
    {
        if (stream_get_meta_data($this->stream)['timed_out']) {
            return new Failure(SWOOLE_REDIS_ERR_IO, Failure::TIMED_OUT);
        }
        if (Coroutine::isCanceled() && swoole_last_error() === SWOOLE_ERROR_CO_CANCELED) {
            return new Failure(SWOOLE_REDIS_ERR_IO, Failure::CANCELED);
        }
        return new Failure(SWOOLE_REDIS_ERR_EOF, Failure::RESET);
    }
}
