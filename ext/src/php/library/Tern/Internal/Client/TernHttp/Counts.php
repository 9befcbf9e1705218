<?php

declare(strict_types=1);

namespace Tern\Internal\Client\TernHttp;

/** What a client has done, since it was made, in this process. */
final class Counts
{
    public int $requests = 0;
    public int $failures = 0;
    public int $retries = 0;
    public int $redirects = 0;
    public int $fromCache = 0;
}
