<?php

declare(strict_types=1);

namespace Tern\Internal\Client;

/** Numbers of Linux, whose names only ext/sockets has. */
final class Errno
{
    public const ENOENT = 2;
    public const EIO = 5;
    public const EBADF = 9;
    public const EAGAIN = 11;
    public const EACCES = 13;
    public const ENOTDIR = 20;
    public const EISDIR = 21;
    public const EINVAL = 22;
    public const ENOSPC = 28;
    public const EPIPE = 32;
    public const ECONNRESET = 104;
    public const EISCONN = 106;
    public const ETIMEDOUT = 110;
    public const ECONNREFUSED = 111;
    public const EINPROGRESS = 115;
    public const ECANCELED = 125;

    /** What opening and writing a file may end with. */
    public const OF_FILES = [self::ENOENT, self::EACCES, self::ENOTDIR, self::EISDIR, self::ENOSPC];
}
