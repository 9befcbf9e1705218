<?php

declare(strict_types=1);

namespace Tern;

/** No connection was free in time. */
final class PoolTimeout extends PoolException
{
    /**
     * @param list<array{cid: int, seconds: float, where: string}> $holders who had the connections, since when and taken
     *     where (file:line), the longest first
     */
    public function __construct(string $message, public readonly array $holders)
    {
        parent::__construct($message);
    }
}
