<?php

declare(strict_types=1);

namespace Tern\Http\Client;

use JsonException;
use Swoole\Coroutine;
use Swoole\Coroutine\CanceledException;
use Swoole\Error;
use Tern\Internal\Client\Errno;
use Tern\Internal\Client\Failure;
use Tern\Internal\Client\TernHttp\Broken;
use Tern\Internal\Client\TernHttp\Request;
use Tern\Internal\Client\TernHttp\Stopwatch;
use Tern\Internal\Client\TernHttp\Stream;
use Tern\Internal\Client\TernHttp\Scheduled;
use Throwable;
use function hrtime;
use function is_array;
use function strlen;

/**
 * The response of a server to a request of a Tern\Http\Client, whatever its status.
 *
 * Its body is there, unless the request had the option `stream`: then read() and body() receive it. A response that was not
 * read to its end closes its connection when its last reference is gone.
 */
final class Response
{
    /** Where it came from, after redirects, without fragment and credentials. */
    public readonly string $url;
    // Those with a default cost the engine a third to set.
    private string $method = '';
    private float $timeout = 0.0;
    private int $maxBody = 0;
    /** @var array<string|list<string>> */
    private array $headers = [];
    private string $text = '';
    /** @var array<string|list<string>> */
    private array $trailers = [];
    private ?Stream $stream = null;
    private readonly Stopwatch $watch;
    /** The rest of the body will not be had. */
    private bool $isCut = false;

    /**
     * @internal
     * @param string $protocol "1.1" or "2"
     * @param array<string|list<string>> $headers by name in lower case
     * @param string $text the body; '' with a stream
     * @param array<string|list<string>> $trailers by name
     * @param bool $isCached it came from the client's cache
     */
    public function __construct(
        Request $request,
        public readonly int $status,
        public readonly string $reason,
        public readonly string $protocol,
        array $headers,
        string $text,
        array $trailers,
        ?Stream $stream,
        public readonly bool $isCached = false,
    ) {
        $this->url = $request->url->text;
        $this->method = $request->method;
        $options = $request->options;
        $this->timeout = $options->timeout > 0 ? $options->timeout : -1.0;
        $this->maxBody = $options->maxBody;
        $this->headers = $headers;
        $this->text = $text;
        $this->trailers = $trailers;
        $this->stream = $stream;
        $this->watch = $request->watch;
        if ($stream === null) {
            $this->watch->end = hrtime(true);
        }
    }

    public function __destruct()
    {
        if ($this->stream !== null) {
            $this->close();
        }
    }

    /** Whether the status is 200 to 299. */
    public function isOk(): bool
    {
        return $this->status >= 200 && $this->status < 300;
    }

    /**
     * The value of a field, several with ", " between them. Set-Cookie is for headers(): its values have commas.
     *
     * @param string $name in any case
     * @return string|null null: there is no such field
     */
    public function header(string $name): ?string
    {
        $value = $this->headers[strtolower($name)] ?? null;
        return is_array($value) ? implode(', ', $value) : $value;
    }

    /** @return array<list<string>> all fields, by their names in lower case */
    public function headers(): array
    {
        $all = [];
        foreach ($this->headers as $name => $value) {
            $all[$name] = (array) $value;
        }
        return $all;
    }

    /**
     * The body, or what read() has left of it. Suspends with the option `stream`.
     *
     * @throws BodyTooLarge if it has more than `max_body` bytes
     * @throws Exception
     */
    public function body(): string
    {
        $this->refuseCut();
        while ($this->stream !== null) {
            $this->text .= $this->receive($this->timeout);
            if (strlen($this->text) > $this->maxBody) {
                $this->close();
                $this->text = '';
                throw new BodyTooLarge('the body is larger than max_body', $this->method, $this->url, SWOOLE_ERROR_DATA_LENGTH_TOO_LARGE);
            }
        }
        return $this->text;
    }

    /**
     * The body as JSON, objects as arrays. Suspends as body().
     *
     * @throws JsonException
     * @throws Exception
     */
    public function json(): mixed
    {
        return json_decode($this->body(), true, 512, JSON_THROW_ON_ERROR | JSON_BIGINT_AS_STRING);
    }

    /**
     * The next piece of the body, as it arrives. Suspends.
     *
     * @param float|null $timeout seconds, 0: no limit; null: those of the request
     * @return string '' at the end
     * @throws Exception if the body does not arrive completely
     * @throws CanceledException
     */
    public function read(?float $timeout = null): string
    {
        $this->refuseCut();
        $text = $this->text;
        $this->text = '';
        while ($text === '' && $this->stream !== null) {
            $text = $this->receive($timeout === null ? $this->timeout : ($timeout > 0 ? $timeout : -1.0));
        }
        return $text;
    }

    /** @return array<string|list<string>> fields behind the body, by their names in lower case; empty before its end */
    public function trailers(): array
    {
        return $this->trailers;
    }

    /**
     * How long it took, in seconds since the call: until there was a connection, until the head had arrived, and until the end
     * of the body, or until now. A response from the cache has only the last one.
     *
     * @return array{connection: float, head: float, total: float}
     */
    public function timings(): array
    {
        return $this->watch->times();
    }

    /** Drops what was not read of the body. Its connection is closed, or, of HTTP/2, the stream. Does not suspend. */
    public function close(): void
    {
        if ($this->stream !== null) {
            $this->isCut = true;
            $this->stream->close();
            $this->stream = null;
        }
    }

    private function refuseCut(): void
    {
        if ($this->isCut) {
            throw new NetworkError('the response was closed before the end of its body', $this->method, $this->url, Errno::EBADF);
        }
    }

    private function receive(float $timeout): string
    {
        $stream = $this->stream;
        if ($stream === null) {
            return '';
        }
        try {
            $piece = Coroutine::getCid() > 0 ? $stream->read($timeout) : Scheduled::call(fn() => $stream->read($timeout));
        } catch (Error $busy) {  // another coroutine reads
            throw $busy;
        } catch (Throwable $why) {
            $this->close();
            throw $why instanceof Failure ? Broken::toException($why->getCode(), $why->getMessage(), $this->method, $this->url) : $why;
        }
        if ($piece === '') {
            $this->trailers = $stream->trailers();
            $this->stream = null;
            $this->watch->end = hrtime(true);
        }
        return $piece;
    }

    /** Both would read one body. */
    private function __clone()
    {
    }
}
