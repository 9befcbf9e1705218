<?php

declare(strict_types=1);

namespace Tern\Internal\Client\TernHttp;

use Swoole\Http2\Response as Piece;
use function strlen;

/** The part of an HTTP/2 response that has arrived and was not read yet. */
final class Http2Inbox
{
    /** A response that is read too slowly ends: it would fill the memory, or hold up the others. */
    private const MOST = 16 << 20;

    /** The coroutine that waits for more; 0: none. */
    public int $cid = 0;
    /** Nothing arrives any more. */
    public bool $isOver = false;
    /** @var list<Piece> */
    private array $pieces = [];
    private int $size = 0;

    /** @return bool false: too much waits to be read */
    public function push(Piece $piece): bool
    {
        $this->pieces[] = $piece;
        $this->size += strlen($piece->data ?? '');
        $this->isOver = !$piece->pipeline || $piece->errCode !== 0;
        return $this->isOver || $this->size <= self::MOST;
    }

    public function shift(): ?Piece
    {
        $piece = array_shift($this->pieces);
        $this->size -= strlen($piece->data ?? '');
        return $piece;
    }
}
