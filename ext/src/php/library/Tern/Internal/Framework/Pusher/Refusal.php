<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Pusher;

use Exception;

/** What a client or a publisher asked for is not done. The code is an HTTP status, or one of the protocol from 4000 on. */
final class Refusal extends Exception
{
    public function __construct(int $code, string $message)
    {
        parent::__construct($message, $code);
    }
}
