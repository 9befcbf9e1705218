<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Pusher;

use function is_string;
use function strlen;

/** What an application publishes. */
final class Event
{
    private const MOST_NAME = 200;

    private function __construct(public readonly string $name, public readonly string $data)
    {
    }

    /** @throws Refusal 400, 413 */
    public static function of(mixed $name, mixed $data, int $most): self
    {
        if (!is_string($name) || $name === '' || strlen($name) > self::MOST_NAME) {
            throw new Refusal(400, 'name must have 1 to ' . self::MOST_NAME . ' bytes');
        }
        if (str_starts_with($name, 'pusher:') || str_starts_with($name, 'pusher_internal:')) {
            throw new Refusal(400, 'names of events of the protocol itself are reserved');
        }
        if (!is_string($data)) {
            throw new Refusal(400, 'data must be a string');
        }
        if (strlen($data) > $most) {
            throw new Refusal(413, "data has more than $most bytes");
        }
        return new self($name, $data);
    }
}
