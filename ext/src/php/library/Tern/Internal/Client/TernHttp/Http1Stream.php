<?php

declare(strict_types=1);

namespace Tern\Internal\Client\TernHttp;

use Tern\Internal\Client\Failure;
use Tern\Internal\Client\HttpConnection;
use function strlen;

/** A body on a connection of HTTP/1. */
final class Http1Stream implements Stream
{
    private bool $isOver = false;
    /** @var array<string|list<string>> */
    private array $trailers = [];

    /** @param int $left bytes of the body; less than 0: that is known at its end */
    public function __construct(private readonly HttpConnection $connection, private readonly Lease $lease, private int $left)
    {
    }

    public function read(float $timeout): string
    {
        if ($this->isOver) {
            return '';
        }
        $piece = $this->connection->receivePiece($timeout);
        if ($piece === false) {
            throw Failure::coded($this->connection->errCode, $this->connection->errMsg);
        }
        $this->left -= strlen($piece);
        // After the last byte the end takes no wait: a reader that has all of the body need not ask for it.
        if ($piece === '' || ($this->left === 0 && $this->connection->receivePiece($timeout) === '')) {
            $this->isOver = true;
            $this->trailers = $this->connection->trailers;
            $this->lease->release();  // another coroutine may use it at once
        }
        return $piece;
    }

    public function trailers(): array
    {
        return $this->trailers;
    }

    public function close(): void
    {
        $this->isOver = true;
        $this->lease->abandon();
    }
}
