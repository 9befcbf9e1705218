<?php

declare(strict_types=1);

namespace Tern\Internal\Client\Redis;

use Swoole\Coroutine;
use Tern\Internal\Client\MemoryLimit;
use function count;
use function feof;
use function fread;
use function fwrite;
use function strlen;
use function strpos;
use function substr;
use function Tern\Internal\close_on_exec;

/** A connection to a Redis server and the protocol (RESP 2) on it. Its calls block: hooks make them suspend. */
final class Connection
{
    /** In seconds. A stream without a limit would still wait after Coroutine::cancel(). */
    private const FOREVER = 2e6;
    private const PIECE = 8192;
    /** Of a string, as Redis has it (proto-max-bulk-len). */
    public const MOST_BYTES = 512 << 20;
    /** The bytes that have arrived are in memory twice while they are parsed. */
    private const COPIES = 2;
    private const MOST_LINE = 1 << 16;
    private const MOST_DEPTH = 64;
    /** Bytes of memory for an item of an array. */
    private const ITEM = 32;

    /** What the last reply was refused with; null: it was not. */
    public ?string $error = null;
    /** The PHP value that stands for a nil reply: null or false. */
    public ?bool $nil = null;
    public bool $serialized = false;
    /** Of a reply. */
    public int $mostBytes = self::MOST_BYTES;

    /** The bytes that have arrived and are not read yet, from $at on. */
    private string $buffer = '';
    private int $at = 0;
    /** Bytes of memory that the rest of the reply may need. */
    private int $budget = 0;

    /** @param resource $stream */
    private function __construct(private $stream)
    {
    }

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
        $stream = close_on_exec(@stream_socket_client($at, $errno, $message, $limit, STREAM_CLIENT_CONNECT, $options));
        if ($stream !== false) {
            return new self($stream);
        }
        throw $errno === 0
            ? new Failure(SWOOLE_REDIS_ERR_OTHER, SWOOLE_ERROR_DNSLOOKUP_RESOLVE_FAILED, (string) $message)
            : new Failure(SWOOLE_REDIS_ERR_IO, (int) $errno);
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
        return $this->at === strlen($this->buffer) && feof($this->stream);
    }

    /** Ends the wait of the coroutine that reads. */
    public function shutdown(): void
    {
        stream_socket_shutdown($this->stream, STREAM_SHUT_RDWR);
    }

    public function close(): void
    {
        fclose($this->stream);
    }

    /**
     * @param array<mixed> $words
     * @throws Failure
     */
    public function send(array $words): void
    {
        $request = '*' . count($words) . "\r\n";
        /** @var scalar|null $word of anything else PHP makes text or warns, as for the redis extension */
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
        $this->budget = min(MemoryLimit::part(self::COPIES), $this->mostBytes);
        $reply = $this->reply(0);
        if ($this->at === strlen($this->buffer)) {
            [$this->buffer, $this->at] = ['', 0];
        }
        return $reply;
    }

    private function reply(int $depth): mixed
    {
        while (($end = strpos($this->buffer, "\r\n", $this->at)) === false) {
            if (strlen($this->buffer) - $this->at > self::MOST_LINE) {
                throw self::malformed('a line without an end');
            }
            $this->fill(self::PIECE);
        }
        $line = substr($this->buffer, $this->at, $end - $this->at);
        $this->at = $end + 2;
        switch ($line[0] ?? '') {
            case '$':
                return $this->string(self::length($line));
            case ':':
                return (int) substr($line, 1);
            case '+':
                return $line === '+OK' ? true : substr($line, 1);
            case '*':
                return $this->items(self::length($line), $depth);
            case '-':
                $this->error = substr($line, 1);
                return false;
        }
        throw self::malformed((string) json_encode(substr($line, 0, 32), JSON_INVALID_UTF8_SUBSTITUTE));
    }

    private static function malformed(string $what): Failure
    {
        return new Failure(SWOOLE_REDIS_ERR_PROTOCOL, Failure::INVALID, "This is not Redis: $what");
    }

    private static function length(string $line): int
    {
        if (preg_match('/^.(-1|\d{1,10})$/D', $line, $found) !== 1) {
            throw self::malformed('the length ' . json_encode(substr($line, 1, 32), JSON_INVALID_UTF8_SUBSTITUTE));
        }
        return (int) $found[1];
    }

    /** Before it is received, so that a server cannot end the process by what it says. */
    private function spend(int $bytes): void
    {
        if ($bytes > self::MOST_BYTES || $bytes > $this->budget) {
            throw new Failure(SWOOLE_REDIS_ERR_OOM, Failure::NO_MEMORY, 'The reply is larger than package_max_length or memory_limit allows');
        }
        $this->budget -= $bytes;
    }

    private function string(int $length): mixed
    {
        if ($length < 0) {
            return $this->nil;
        }
        $this->spend($length);
        $lacking = $this->at + $length + 2 - strlen($this->buffer);
        while ($lacking > 0) {
            $this->fill($lacking);
            $lacking = $this->at + $length + 2 - strlen($this->buffer);
        }
        $string = substr($this->buffer, $this->at, $length);
        $this->at += $length + 2;
        return $this->serialized ? self::unserialize($string) : $string;
    }

    /** Waits for more from the server: for all of a long string, or for a piece of what there is. */
    private function fill(int $length): void
    {
        $long = $length > self::PIECE;
        $data = $long ? stream_get_contents($this->stream, $length) : fread($this->stream, self::PIECE);
        if ($data === false || $data === '') {
            throw $this->failure();
        }
        $this->buffer = substr($this->buffer, $this->at) . $data;
        $this->at = 0;
    }

    /** @return list<mixed>|null */
    private function items(int $count, int $depth): ?array
    {
        if ($count < 0) {
            return null;
        }
        if ($depth >= self::MOST_DEPTH) {
            throw self::malformed('more than ' . self::MOST_DEPTH . ' arrays in each other');
        }
        $items = [];
        while ($count-- > 0) {
            $this->spend(self::ITEM);
            $items[] = $this->reply($depth + 1);
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
