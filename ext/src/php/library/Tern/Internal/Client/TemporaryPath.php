<?php

declare(strict_types=1);

namespace Tern\Internal\Client;

/** The path of a unix socket for datagrams, to which answers come. It goes with this object. */
final class TemporaryPath
{
    public readonly string $path;
    private readonly int $owner;

    public function __construct()
    {
        $this->owner = (int) getmypid();
        $this->path = sys_get_temp_dir() . "/tern-client.$this->owner." . bin2hex(random_bytes(6)) . '.sock';
    }

    /** Not in a child of fork(). */
    public function __destruct()
    {
        if (getmypid() === $this->owner) {
            @unlink($this->path);
        }
    }
}
