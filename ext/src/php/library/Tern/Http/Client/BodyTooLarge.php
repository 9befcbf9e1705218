<?php

declare(strict_types=1);

namespace Tern\Http\Client;

/** The body of the response has more than `max_body` bytes. */
final class BodyTooLarge extends Exception
{
}
