<?php

declare(strict_types=1);

namespace Tern\Internal\Client\TernHttp;

use Tern\Internal\Client\Failure;

/** The body of a response while it is received. */
interface Stream
{
    /**
     * Suspends. After an exception the caller closes the stream, unless another coroutine reads it.
     *
     * @param float $timeout seconds; less than 0: no limit
     * @return string '' at the end
     * @throws Failure
     */
    public function read(float $timeout): string;

    /** @return array<string|list<string>> by name, after the end */
    public function trailers(): array;

    /** Drops the unread rest. Does not suspend. */
    public function close(): void;
}
