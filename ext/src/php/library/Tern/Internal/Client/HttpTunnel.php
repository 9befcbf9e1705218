<?php

declare(strict_types=1);

namespace Tern\Internal\Client;

use Swoole\Coroutine\Socket;
use Tern\Internal\Client\Http\Grammar;
use Tern\Internal\Client\Http\Lines;
use function strlen;

/** Asks an HTTP proxy for a connection: CONNECT, RFC 9110 section 9.3.6. */
final class HttpTunnel
{
    private const MOST_HOST_BYTES = 255;
    private const MOST_HEAD_BYTES = 16_384;

    /** @param Socket $socket connected to the proxy */
    public function __construct(private readonly Socket $socket, private readonly Deadline $until)
    {
    }

    /**
     * Suspends.
     *
     * @param string $user '': without credentials
     * @throws Failure
     */
    public function open(string $host, int $port, string $user, string $password): void
    {
        $target = (str_contains($host, ':') ? "[$host]" : $host) . ":$port";
        if (strlen($host) > self::MOST_HOST_BYTES || preg_match('/[\x00-\x20\x7F]/', $target)) {
            throw Failure::coded(
                SWOOLE_ERROR_HTTP_PROXY_HANDSHAKE_ERROR,
                'a host for an HTTP proxy has at most 255 bytes, no spaces and no controls',
            );
        }
        $request = Lines::request('CONNECT', $target) . Lines::field('Host', $target);
        if ($user !== '') {
            $request .= Lines::field('Proxy-Authorization', Grammar::basic($user, $password));
        }
        $request .= "\r\n";
        if ($this->socket->sendAll($request, $this->until->left()) !== strlen($request)) {
            throw Failure::of($this->socket);
        }
        if (!preg_match('~^HTTP/1\.[01] (\d{3})(?: [^\r\n]*)?\r\n~', $this->head(), $status)) {
            throw Failure::coded(SWOOLE_ERROR_HTTP_PROXY_BAD_RESPONSE);
        }
        if ($status[1][0] !== '2') {
            throw Failure::coded(SWOOLE_ERROR_HTTP_PROXY_HANDSHAKE_FAILED, "the HTTP proxy answered $status[1]");
        }
    }

    /** Not a byte more than it: what follows comes from the target. */
    private function head(): string
    {
        $head = '';
        while (!str_ends_with($head, "\r\n\r\n")) {
            $line = $this->socket->recvLine(self::MOST_HEAD_BYTES, $this->until->left());
            if ($line === false || $line === '') {
                throw Failure::of($this->socket);
            }
            $head .= $line;
            if (strlen($head) >= self::MOST_HEAD_BYTES) {
                throw Failure::coded(SWOOLE_ERROR_HTTP_PROXY_BAD_RESPONSE);
            }
        }
        return $head;
    }
}
