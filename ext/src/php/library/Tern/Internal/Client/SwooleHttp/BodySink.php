<?php

declare(strict_types=1);

namespace Tern\Internal\Client\SwooleHttp;

use Tern\Internal\Client\Failure;
use Tern\Internal\Client\HttpConnection;

/** Takes the body of a response while it arrives. */
interface BodySink
{
    /**
     * @param HttpConnection $response has its head
     * @throws Failure
     */
    public function begin(HttpConnection $response): void;

    /**
     * May suspend.
     *
     * @throws Failure
     */
    public function write(string $piece): void;

    /** All has arrived. */
    public function end(): void;
}
