<?php

declare(strict_types=1);

namespace Tern\Http\Client;

/** There was no connection, or it ended before the response was complete. The code is an error number of the system, or SWOOLE_ERROR_*. */
class NetworkError extends Exception
{
}
