<?php

declare(strict_types=1);

namespace Tern\Http\Client;

/** The time was over. */
final class Timeout extends NetworkError
{
}
