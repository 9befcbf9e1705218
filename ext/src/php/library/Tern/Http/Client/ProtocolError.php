<?php

declare(strict_types=1);

namespace Tern\Http\Client;

/** The server sent what is no HTTP. */
final class ProtocolError extends Exception
{
}
