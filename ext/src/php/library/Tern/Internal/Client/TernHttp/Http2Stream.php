<?php

declare(strict_types=1);

namespace Tern\Internal\Client\TernHttp;

use Swoole\Http2\Response as Piece;
use Tern\Internal\Client\Deadline;

/** A body on a connection of HTTP/2. */
final class Http2Stream implements Stream
{
    private bool $isOver = false;
    /** @var array<string, string> */
    private array $trailers = [];

    public function __construct(private readonly Http2 $connection, private readonly int $stream, private readonly Lease $lease)
    {
    }

    public function read(float $timeout): string
    {
        $until = new Deadline($timeout);
        $text = '';
        while (!$this->isOver && $text === '') {
            $piece = $this->connection->receive($this->stream, $until);
            $this->trailers = $piece->headers ?? $this->trailers;
            $text = $this->take($piece);
        }
        return $text;
    }

    /** The part of the body in a piece. */
    public function take(Piece $piece): string
    {
        if (!$piece->pipeline) {
            $this->end(true);
        }
        return $piece->data ?? '';
    }

    public function isOver(): bool
    {
        return $this->isOver;
    }

    public function trailers(): array
    {
        return $this->isOver ? $this->trailers : [];
    }

    public function close(): void
    {
        $this->end(false);
    }

    private function end(bool $is_complete): void
    {
        if (!$this->isOver) {
            $this->isOver = true;
            $this->connection->end($this->stream, $is_complete);
            $is_complete ? $this->lease->release() : $this->lease->abandon();
        }
    }
}
