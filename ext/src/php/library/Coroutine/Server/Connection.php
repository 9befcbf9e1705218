<?php

declare(strict_types=1);

namespace Swoole\Coroutine\Server;

use Swoole\Coroutine\Socket;

/** One connection of a Swoole\Coroutine\Server. */
class Connection
{
    /** @var Socket */
    protected $socket;

    public function __construct(Socket $conn)
    {
        $this->socket = $conn;
    }

    /**
     * The next packet; for a server that cuts nothing into packets, the bytes that have arrived. Suspends.
     *
     * @param float $timeout seconds; -1: no limit, 0: the socket's own
     * @return string|false '': the client has closed the connection; false: see exportSocket()->errCode
     */
    public function recv(float $timeout = 0)
    {
        return $this->socket->recvPacket($timeout);
    }

    /**
     * Sends all of it. Suspends.
     *
     * @return int|false how many bytes; false: see exportSocket()->errCode
     */
    public function send(string $data)
    {
        return $this->socket->sendAll($data);
    }

    public function close(): bool
    {
        return $this->socket->isClosed() || $this->socket->close();
    }

    public function exportSocket(): Socket
    {
        return $this->socket;
    }
}
