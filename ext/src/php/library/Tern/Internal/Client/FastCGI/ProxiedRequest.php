<?php

declare(strict_types=1);

namespace Tern\Internal\Client\FastCGI;

use Swoole\Coroutine\Socket;
use Swoole\FastCGI\HttpRequest;
use Swoole\FastCGI\HttpResponse;
use Swoole\FastCGI\Record\EndRequest;
use Swoole\FastCGI\Record\Stdout;
use Tern\Internal\Client\Deadline;
use Tern\Internal\Client\Failure;
use function assert;
use function strlen;

/** One request that is passed on, and its response: whole if it is short, else piece by piece. */
final class ProxiedRequest
{
    /** What is kept in memory. A process of the server that has written less is free again, however slowly the client reads. */
    private const GATHERED_BYTES = 2 << 20;

    private readonly ResponseBuilder $builder;
    private readonly Exchange $exchange;
    private int $passed = 0;
    private ?int $length = null;

    private function __construct(private readonly Socket $socket, private readonly float $timeout, HttpRequest $request, Deadline $until, private readonly bool $mayBeLong)
    {
        $this->builder = new ResponseBuilder((string) $request->getMethod());
        $this->exchange = new Exchange($socket, $until, $mayBeLong ? PHP_INT_MAX : ResponseBuilder::mostBytes());
    }

    /**
     * Sends the request. Suspends.
     *
     * @param float $timeout seconds for all that comes before a piece of the response is passed on, then for each piece
     * @param bool $mayBeLong whether a long response is passed on as it comes
     * @throws Failure
     */
    public static function open(Address $address, HttpRequest $request, float $timeout, bool $mayBeLong): self
    {
        $text = (string) $request;
        $until = new Deadline($timeout);
        $proxied = new self($address->connect($until), $timeout, $request, $until, $mayBeLong);
        $proxied->exchange->send($text);
        return $proxied;
    }

    /**
     * Suspends.
     *
     * @return HttpResponse|null null: the response is long, or wants to be passed on as it comes
     * @throws Failure
     */
    public function whole(): ?HttpResponse
    {
        while (!$this->builder->add($this->exchange->next())) {
            if ($this->mayBeLong && $this->builder->mustBePassed(self::GATHERED_BYTES)) {
                return null;
            }
        }
        $response = $this->builder->response();
        assert($response instanceof HttpResponse);
        return $response;
    }

    /** After whole() returned null: the head, and the part of the body that has arrived. */
    public function begin(): HttpResponse
    {
        $response = $this->builder->beginning();
        $length = $response->getHeader('content-length');
        $this->length = $length === null ? null : (int) $length;
        $this->passed = strlen($response->getBody());
        return $response;
    }

    /**
     * The next piece of the body. Suspends.
     *
     * @return string|null null: that was all
     * @throws Failure
     */
    public function next(): ?string
    {
        $this->exchange->limit(new Deadline($this->timeout));
        do {
            $record = $this->exchange->next();
        } while (!$record instanceof Stdout && !$record instanceof EndRequest);
        if ($record instanceof EndRequest) {
            ResponseBuilder::checkEnd($record);
            if ($this->length !== null && $this->length !== $this->passed) {
                throw Head::malformed("a body of $this->passed bytes, where Content-Length is $this->length");
            }
            return null;
        }
        $piece = $record->getContentData();
        $this->passed += strlen($piece);
        return $piece;
    }

    public function close(): void
    {
        $this->socket->close();
    }
}
