<?php

declare(strict_types=1);

namespace Tern\Http\Client;

/** More than `max_waiting` coroutines wait for a connection to the host. Nothing was sent. */
final class HostBusy extends Exception
{
}
