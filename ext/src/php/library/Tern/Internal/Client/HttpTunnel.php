<?php

declare(strict_types=1);

namespace Tern\Internal\Client;

use Swoole\Coroutine\Socket;
use Tern\Internal\Client\Http\Grammar;
use Tern\Internal\Client\Http\Http1Call;
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
        $http = new HttpConnection($this->socket, ['head_bytes' => self::MOST_HEAD_BYTES]);
        $credentials = $user === '' ? [] : ['Proxy-Authorization' => Grammar::basic($user, $password)];
        try {
            Http1Call::send($http, 'CONNECT', $target, ['Host' => $target] + $credentials, '', $this->until);
        } catch (Failure $why) {
            $code = $why->getCode();
            throw Failure::coded($code === SWOOLE_ERROR_HTTP_INVALID_PROTOCOL ? SWOOLE_ERROR_HTTP_PROXY_BAD_RESPONSE : $code);
        }
        if (intdiv($http->statusCode, 100) !== 2) {
            throw Failure::coded(SWOOLE_ERROR_HTTP_PROXY_HANDSHAKE_FAILED, "the HTTP proxy answered $http->statusCode");
        }
    }
}
