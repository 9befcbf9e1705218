<?php

declare(strict_types=1);

namespace Tern\Http\Client;

/** A redirect that is not followed: to http from https, to something else than http and https, or with a body that cannot be sent twice. */
class RedirectError extends Exception
{
}
