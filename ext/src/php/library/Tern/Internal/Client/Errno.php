<?php

declare(strict_types=1);

namespace Tern\Internal\Client;

/** Numbers of Linux, whose names only ext/sockets has. */
final class Errno
{
    public const EBADF = 9;
    public const EAGAIN = 11;
    public const EINVAL = 22;
    public const ECONNRESET = 104;
    public const EISCONN = 106;
    public const ETIMEDOUT = 110;
    public const EINPROGRESS = 115;
    public const ECANCELED = 125;
}
