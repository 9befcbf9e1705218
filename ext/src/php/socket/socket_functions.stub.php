<?php

/** @generate-function-entries */

namespace {

    /**
     * Two connected sockets.
     *
     * @param int $domain AF_UNIX
     * @param int $type SOCK_STREAM, SOCK_DGRAM
     * @return array{\Swoole\Coroutine\Socket, \Swoole\Coroutine\Socket}|false false: swoole_last_error() says why
     */
    function swoole_coroutine_socketpair(int $domain, int $type, int $protocol): array|false {}
}

/**
 * For the clients in php/library. Not for programs: it may change with every version. What fails sets errCode and
 * errMsg of the socket: SWOOLE_ERROR_SSL_NOT_READY: there was no handshake.
 */
namespace Tern\Internal {

    /** @return string|false PEM; SWOOLE_ERROR_SSL_EMPTY_PEER_CERTIFICATE: the peer has shown none */
    function socket_peer_certificate(\Swoole\Coroutine\Socket $socket): string|false {}

    /**
     * Whether the peer's certificate is trusted and, for servers, of the host that was connected to, whatever
     * ssl_verify_peer says.
     *
     * @return bool false: SWOOLE_ERROR_SSL_VERIFY_FAILED, SWOOLE_ERROR_SSL_EMPTY_PEER_CERTIFICATE
     */
    function socket_verify_peer(\Swoole\Coroutine\Socket $socket, bool $allow_self_signed): bool {}

    /** @return string|false the protocol that ALPN has settled; "": none */
    function socket_alpn(\Swoole\Coroutine\Socket $socket): string|false {}
}
