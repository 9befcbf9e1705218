<?php

declare(strict_types=1);

namespace Tern\Internal\Admin;

/** Answered with its code and message, and never seen by the program. */
final class Refusal extends \Exception
{
    /**
     * @param array<string, string> $headers
     * @param array<string, mixed> $more
     */
    public function __construct(int $status, string $why, public readonly array $headers = [], public readonly array $more = [])
    {
        parent::__construct($why, $status);
    }
}
