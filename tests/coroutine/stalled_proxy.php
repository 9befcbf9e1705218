<?php
// A proxy between a client and a server that holds back what the server sends, when it is told to.
use Swoole\Coroutine\Channel;
use Swoole\Coroutine\Socket;

final class StalledProxy
{
    public readonly int $port;
    private Socket $listening;
    private ?int $room = null;  // bytes for each connection that still pass; null: all
    private int $stalls = 0;
    private Channel $released;

    public function __construct(private int $server)
    {
        $this->released = new Channel(1);
        $this->listening = new Socket(AF_INET, SOCK_STREAM, 0);
        $this->listening->bind('127.0.0.1', 0);
        $this->listening->listen(512);
        $this->port = $this->listening->getsockname()['port'];
        go(function () {
            while ($client = $this->listening->accept(-1)) {
                $server = new Socket(AF_INET, SOCK_STREAM, 0);
                $server->connect('127.0.0.1', $this->server);
                $client->setOption(6, 1, 1);
                go($this->copy(...), $client, $server, false);
                go($this->copy(...), $server, $client, true);
            }
        });
    }

    private function copy(Socket $from, Socket $to, bool $stalls): void
    {
        [$seen, $room] = [0, 0];
        while (($bytes = $from->recv(1 << 16, -1)) !== false && $bytes !== '') {
            while ($stalls && $this->room !== null && $bytes !== '') {
                [$room, $seen] = [$seen === $this->stalls ? $room : $this->room, $this->stalls];
                $part = substr($bytes, 0, $room);
                $room -= strlen($part);
                $bytes = substr($bytes, strlen($part));
                $part === '' ? $this->released->pop() : $to->sendAll($part, -1);
            }
            if ($bytes !== '' && $to->sendAll($bytes, -1) !== strlen($bytes)) {
                break;
            }
        }
        $to->shutdown(1);
        $from->shutdown(0);
    }

    /** From now on so many bytes of the server reach each client. */
    public function stall(int $bytes = 0): void
    {
        $this->room = $bytes;
        ++$this->stalls;
    }

    public function release(): void
    {
        $this->room = null;
        $waiting = $this->released;
        $this->released = new Channel(1);
        $waiting->close();
    }

    public function close(): void
    {
        $this->release();
        $this->listening->close();
    }
}
