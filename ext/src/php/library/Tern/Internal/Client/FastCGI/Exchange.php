<?php

declare(strict_types=1);

namespace Tern\Internal\Client\FastCGI;

use Swoole\Coroutine;
use Swoole\Coroutine\Socket;
use Swoole\FastCGI\Record\EndRequest;
use Swoole\FastCGI\Record\Stderr;
use Swoole\FastCGI\Record\Stdout;
use Tern\Internal\Client\Deadline;
use Tern\Internal\Client\Errno;
use Tern\Internal\Client\Failure;
use function in_array;
use function strlen;

/**
 * One request over a connection, and the records of its response. A long request is sent by a coroutine of its own, which ends
 * when the connection is closed: a program may respond before it has read its input, and then waits until its response is read.
 */
final class Exchange
{
    /** What a connection takes before anybody reads. */
    private const SENT_AT_ONCE = 16_384;
    private const PIECE = 65_536;
    /** After this number of pieces or records other coroutines run: a server may send faster than this process parses. */
    private const PIECES_AT_A_TIME = 16;
    private const RECORDS_AT_A_TIME = 1024;
    private const PAUSE = 0.001;
    private const CLOSED = 'The FastCGI server closed the connection before its response was complete';

    private readonly Records $records;
    private int $received = 0;
    /** Since other coroutines ran last. */
    private int $pieces = 0;
    private int $recordsBefore = 0;
    private bool $isSent = false;

    /** @param int $most bytes of a response, the heads of its records included */
    public function __construct(private readonly Socket $socket, private Deadline $until, private readonly int $most)
    {
        $this->records = new Records();
    }

    /**
     * Suspends. A server that refuses the request closes the connection, maybe after a response: next() tells.
     *
     * @throws Failure
     */
    public function send(string $request): void
    {
        $limit = $this->until->left();
        if (strlen($request) > self::SENT_AT_ONCE && Coroutine::create(fn() => $this->sendAll($request, $limit)) !== false) {
            return;
        }
        $this->sendAll($request, $limit);
        if (!$this->isSent && !in_array($this->socket->errCode, [Errno::EPIPE, Errno::ECONNRESET], true)) {
            throw Failure::of($this->socket);
        }
    }

    /**
     * The next record that is not empty, the last one an EndRequest. Suspends.
     *
     * @throws Failure
     */
    public function next(): Stdout|Stderr|EndRequest
    {
        while (($record = $this->records->next()) === null) {
            $this->receive();
        }
        return $record;
    }

    /** Of calls from here on. */
    public function limit(Deadline $until): void
    {
        $this->until = $until;
    }

    /** Whether anything of a response has arrived. */
    public function hasBegun(): bool
    {
        return $this->received > 0;
    }

    /** Whether the connection may have another exchange. */
    public function isClean(): bool
    {
        return $this->isSent && $this->records->areComplete() && $this->records->isEmpty();
    }

    private function sendAll(string $request, float $limit): void
    {
        $this->isSent = $this->socket->sendAll($request, $limit) === strlen($request);
    }

    private function receive(): void
    {
        if (++$this->pieces >= self::PIECES_AT_A_TIME || $this->records->received() - $this->recordsBefore >= self::RECORDS_AT_A_TIME) {
            Coroutine::sleep(self::PAUSE);
            $this->pieces = 0;
            $this->recordsBefore = $this->records->received();
        }
        $data = $this->socket->recv(self::PIECE, $this->until->left());
        if ($data === '' || ($data === false && $this->socket->errCode === Errno::ECONNRESET)) {
            throw Failure::coded(Errno::ECONNRESET, self::CLOSED);
        }
        if ($data === false) {
            throw Failure::of($this->socket);
        }
        $this->received += strlen($data);
        if ($this->received > $this->most) {
            throw Failure::coded(SWOOLE_ERROR_PACKAGE_LENGTH_TOO_LARGE, "The response of the FastCGI server has more than $this->most bytes");
        }
        $this->records->add($data);
    }
}
