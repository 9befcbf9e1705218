<?php

declare(strict_types=1);

namespace Tern\Http\Client;

/** The host has failed too often lately, see `breaker`. Nothing was sent. */
final class CircuitOpen extends Exception
{
}
