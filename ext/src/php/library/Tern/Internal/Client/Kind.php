<?php

declare(strict_types=1);

namespace Tern\Internal\Client;

use Swoole\Coroutine\Socket;
use ValueError;

/** What a client's type says: SWOOLE_SOCK_* with flags. */
final class Kind
{
    private const FLAGS = SWOOLE_SSL | SWOOLE_ASYNC | SWOOLE_SYNC | SWOOLE_KEEP;
    private const KINDS = [
        SWOOLE_SOCK_TCP => [AF_INET, SOCK_STREAM],
        SWOOLE_SOCK_TCP6 => [AF_INET6, SOCK_STREAM],
        SWOOLE_SOCK_UDP => [AF_INET, SOCK_DGRAM],
        SWOOLE_SOCK_UDP6 => [AF_INET6, SOCK_DGRAM],
        SWOOLE_SOCK_UNIX_STREAM => [AF_UNIX, SOCK_STREAM],
        SWOOLE_SOCK_UNIX_DGRAM => [AF_UNIX, SOCK_DGRAM],
        SWOOLE_SOCK_RAW => [AF_INET, SOCK_RAW],
        SWOOLE_SOCK_RAW6 => [AF_INET6, SOCK_RAW],
    ];

    public readonly int $domain;
    public readonly bool $isIp;
    public readonly bool $isStream;
    /** TLS, or DTLS for datagrams. */
    public readonly bool $mayHaveTls;
    /** From the first byte on. */
    public readonly bool $hasTls;
    public readonly bool $isKept;
    /** SOCK_STREAM, SOCK_DGRAM or SOCK_RAW. */
    private readonly int $how;

    /** @param string $where the function that was given $type, for errors */
    public function __construct(public readonly int $type, string $where)
    {
        [$this->domain, $this->how] = self::KINDS[$type & ~self::FLAGS] ?? throw new ValueError(
            "$where: Argument #1 (\$type) must be one of SWOOLE_SOCK_TCP, _TCP6, _UDP, _UDP6, _UNIX_STREAM, _UNIX_DGRAM, _RAW and _RAW6, $type given",
        );
        $this->isIp = $this->domain !== AF_UNIX;
        $this->isStream = $this->how === SOCK_STREAM;
        $this->hasTls = ($type & SWOOLE_SSL) !== 0;
        $this->isKept = ($type & SWOOLE_KEEP) !== 0 && $this->isStream;
        $this->mayHaveTls = $this->isStream || ($this->isIp && $this->how === SOCK_DGRAM);
        if ($this->hasTls && !$this->mayHaveTls) {
            throw new ValueError("$where: Argument #1 (\$type) must not have SWOOLE_SSL for unix datagrams and raw sockets, $type given");
        }
    }

    /**
     * @param class-string<Socket> $class
     * @throws Failure
     */
    public function socket(string $class): Socket
    {
        try {
            return new $class($this->domain, $this->how);
        } catch (Socket\Exception $error) {
            throw Failure::coded($error->getCode(), $error->getMessage());
        }
    }

    /** Whether a peer can have this port. Unix sockets and raw ones have none. */
    public function hasPort(int $port): bool
    {
        return !$this->isIp || $this->how === SOCK_RAW || ($port >= 1 && $port <= 65535);
    }
}
