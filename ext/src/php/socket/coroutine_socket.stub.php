<?php

/** @generate-class-entries */

namespace Swoole\Coroutine;

/**
 * A socket whose waits suspend only their coroutine. One coroutine at a time may use each direction: a second one gets
 * an Error that names the first. Methods that may wait throw an Error outside of coroutines.
 *
 * $timeout of all of them: seconds, at least 0.001, for the whole call; less than 0: as long as it takes; 0: the
 * socket's own (SO_RCVTIMEO, SO_SNDTIMEO), else socket_connect_timeout (10), socket_read_timeout (60) or
 * socket_write_timeout (60) of Coroutine::set().
 *
 * What fails returns false after errCode and errMsg were set: numbers of the system (ETIMEDOUT: the time was over,
 * ECANCELED: cancelled, or closed by another coroutine, EBADF: closed) or SWOOLE_ERROR_*.
 *
 * @not-serializable
 */
class Socket
{
    /** @var int the descriptor; -1: closed */
    public $fd = -1;
    /** @var int AF_INET, AF_INET6, AF_UNIX */
    public $domain = 0;
    /** @var int SOCK_STREAM, SOCK_DGRAM, ... */
    public $type = 0;
    /** @var int IPPROTO_TCP, ...; 0: the usual one of the type */
    public $protocol = 0;
    /** @var int of the last call; 0: it succeeded */
    public $errCode = 0;
    /** @var string of the last call */
    public $errMsg = '';

    /** Throws Socket\Exception when the system gives none; the code is its error number. */
    public function __construct(int $domain, int $type, int $protocol = 0) {}

    /**
     * @param string $address a numeric address or "localhost"; the path of a unix socket
     * @param int $port 0: any that is free, see getsockname()
     * @tentative-return-type
     */
    public function bind(string $address, int $port = 0): bool {}

    /** @tentative-return-type */
    public function listen(int $backlog = 512): bool {}

    /**
     * Waits for a client. Suspends.
     *
     * @tentative-return-type
     */
    public function accept(float $timeout = 0): \Swoole\Coroutine\Socket|false {}

    /**
     * Names of hosts are looked up without blocking; each address is tried until one answers. Suspends.
     *
     * @param string $host an address, a name, or the path of a unix socket
     * @param int $port 1 to 65535 for IP
     * @tentative-return-type
     */
    public function connect(string $host, int $port = 0, float $timeout = 0): bool {}

    /**
     * Whether the peer has not closed the connection yet, as far as the system knows.
     *
     * @tentative-return-type
     */
    public function checkLiveness(): bool {}

    /**
     * @param int $event SWOOLE_EVENT_READ or SWOOLE_EVENT_WRITE
     * @return int the id of the coroutine that uses this direction; 0: none
     * @tentative-return-type
     */
    public function getBoundCid(int $event): int {}

    /**
     * The bytes that have arrived, without taking or waiting for them.
     *
     * @param int $length bytes at most; 0 and less: 65536
     * @return string|false "": the peer has closed the connection; EAGAIN: there is nothing
     * @tentative-return-type
     */
    public function peek(int $length = 65536): string|false {}

    /**
     * The bytes that have arrived, or the first that arrive. Suspends.
     *
     * @param int $length bytes at most; 0 and less: 65536
     * @return string|false "": the peer has closed the connection
     * @tentative-return-type
     */
    public function recv(int $length = 65536, float $timeout = 0): string|false {}

    /**
     * Exactly $length bytes. Less when the peer has closed the connection, or after an error that errCode tells: they
     * are not lost. Suspends.
     *
     * @tentative-return-type
     */
    public function recvAll(int $length = 65536, float $timeout = 0): string|false {}

    /**
     * Up to the next "\n" or "\r", with it, as socket_read() does with PHP_NORMAL_READ. Suspends.
     *
     * @param int $length bytes at most
     * @return string|false without an end of line: the connection was closed, or the line is longer
     * @tentative-return-type
     */
    public function recvLine(int $length = 65536, float $timeout = 0): string|false {}

    /**
     * As recv(), for many small reads: asks the system for more than is wanted. Suspends.
     *
     * @tentative-return-type
     */
    public function recvWithBuffer(int $length = 65536, float $timeout = 0): string|false {}

    /**
     * One message as setProtocol() has it; without, as recv(). Suspends.
     *
     * @return string|false "": the peer has closed the connection, within a message if errCode is ECONNRESET; false with
     *  SWOOLE_ERROR_PACKAGE_LENGTH_TOO_LARGE, SWOOLE_ERROR_PACKAGE_MALFORMED_DATA: the connection is of no use any more
     * @tentative-return-type
     */
    public function recvPacket(float $timeout = 0): string|false {}

    /**
     * Pieces of these lengths, as far as something has arrived, or arrives first. Suspends.
     *
     * @phpstan-param list<int> $io_vector
     * @param array $io_vector lengths; the call takes the first SWOOLE_IOV_MAX at most
     * @return list<string>|false the last piece may be shorter, the rest missing; []: the peer has closed the connection
     * @throws Socket\Exception for an element that is no length
     * @tentative-return-type
     */
    public function readVector(array $io_vector, float $timeout = 0): array|false {}

    /**
     * All of them, unless the peer has closed the connection or errCode tells why not. Suspends.
     *
     * @phpstan-param list<int> $io_vector
     * @tentative-return-type
     */
    public function readVectorAll(array $io_vector, float $timeout = 0): array|false {}

    /**
     * Waits for room for some of it. Suspends.
     *
     * @phpstan-param list<string> $io_vector
     * @param array $io_vector strings; the call takes the first SWOOLE_IOV_MAX at most
     * @return int|false how many bytes were taken
     * @throws Socket\Exception for an element that is no string
     * @tentative-return-type
     */
    public function writeVector(array $io_vector, float $timeout = 0): int|false {}

    /**
     * All of it. Suspends.
     *
     * @phpstan-param list<string> $io_vector
     * @return int|false less than all: errCode tells why
     * @tentative-return-type
     */
    public function writeVectorAll(array $io_vector, float $timeout = 0): int|false {}

    /**
     * A part of a regular file; the kernel copies it. Suspends.
     *
     * @param int $length 0: to its end
     * @tentative-return-type
     */
    public function sendFile(string $file, int $offset = 0, int $length = 0): bool {}

    /**
     * As socket_get_option() of ext/sockets.
     *
     * @return int|array<string, int>|false SO_LINGER: l_onoff, l_linger; SO_RCVTIMEO, SO_SNDTIMEO: sec, usec
     * @tentative-return-type
     */
    public function getOption(int $level, int $opt_name): mixed {}

    /**
     * As socket_set_option() of ext/sockets. SO_RCVTIMEO and SO_SNDTIMEO are the timeouts of later calls.
     *
     * @param mixed $opt_value int, bool, string; the arrays of getOption()
     * @tentative-return-type
     */
    public function setOption(int $level, int $opt_name, mixed $opt_value): bool {}

    /**
     * What recvPacket() takes for a message, and how TLS is spoken; what is not mentioned stays as it was. Sockets of
     * accept() have what the one that listens has. Files are read by the handshake.
     *
     * @phpstan-param array<string, mixed> $settings
     * @param array $settings open_length_check with package_length_type ('N'), package_length_offset (0),
     *  package_body_offset (0) or package_length_func; or open_eof_check with package_eof ("\r\n"); or open_mqtt_protocol, or open_fastcgi_protocol;
     *  package_max_length (2 MB).
     *  open_ssl: connect() shakes hands; ssl_host_name (the host of connect()), ssl_cafile and ssl_capath (those that the
     *  system trusts), ssl_verify_peer (false; true with one of these two), ssl_allow_self_signed, ssl_verify_depth,
     *  ssl_cert_file with ssl_key_file and ssl_passphrase, ssl_client_cert_file, ssl_protocols, ssl_ciphers,
     *  ssl_ecdh_curve, ssl_alpn ("h2,http/1.1")
     * @tentative-return-type
     */
    public function setProtocol(array $settings): bool {}

    /**
     * One datagram, up to 65536 bytes. Suspends.
     *
     * @param-out array{address: string, port: int} $peername
     * @param mixed $peername becomes an array: address, port
     * @tentative-return-type
     */
    public function recvfrom(mixed &$peername, float $timeout = 0): string|false {}

    /**
     * Waits for room for some of it. Suspends.
     *
     * @return int|false how many bytes were taken, which may be less
     * @tentative-return-type
     */
    public function send(string $data, float $timeout = 0): int|false {}

    /**
     * All of it. Suspends.
     *
     * @return int|false less than all: errCode tells why
     * @tentative-return-type
     */
    public function sendAll(string $data, float $timeout = 0): int|false {}

    /**
     * One datagram, at once: false with EAGAIN while there is no room.
     *
     * @param string $addr a numeric address, or the path of a unix socket
     * @param int $port 0 for unix sockets
     * @tentative-return-type
     */
    public function sendto(string $addr, int $port, string $data): int|false {}

    /**
     * @param int $how 0: no more reading, 1: no more writing, 2: both
     * @tentative-return-type
     */
    public function shutdown(int $how = 2): bool {}

    /**
     * Ends the wait of the coroutine that uses this direction, with ECANCELED. It runs before this returns.
     *
     * @param int $event SWOOLE_EVENT_READ (also accept()) or SWOOLE_EVENT_WRITE (also connect())
     * @return bool false: no coroutine waits
     * @tentative-return-type
     */
    public function cancel(int $event = SWOOLE_EVENT_READ): bool {}

    /**
     * Waits of other coroutines end with ECANCELED: they continue inside this call, the one that sends first.
     *
     * @return bool false: it was closed before
     * @tentative-return-type
     */
    public function close(): bool {}

    /** @tentative-return-type */
    public function isClosed(): bool {}

    /**
     * @return array{address: string, port: int}|false
     * @tentative-return-type
     */
    public function getpeername(): array|false {}

    /**
     * @return array{address: string, port: int}|false as getpeername()
     * @tentative-return-type
     */
    public function getsockname(): array|false {}

    /**
     * A socket for a descriptor of its own of a stream or of a Socket of ext/sockets: what one of them has read into a
     * buffer the other does not see.
     *
     * @param mixed $stream
     * @return Socket|false false with a warning when it is no socket
     * @tentative-return-type
     */
    public static function import($stream): \Swoole\Coroutine\Socket|false {}

    /**
     * TLS from here on, with what setProtocol() was given: as the client of a connection, or as its server when accept()
     * gave this socket. With open_ssl connect() does it. Suspends, as long as reading may.
     *
     * A datagram socket speaks DTLS: as the client of its peer, or, if it has none, as the server of the first client that
     * proves its address. It is connected to that client then.
     *
     * @return bool SWOOLE_ERROR_SSL_VERIFY_FAILED, SWOOLE_ERROR_SSL_HANDSHAKE_FAILED: errMsg says why; ECONNRESET: the
     *  peer has closed the connection; EISCONN: it was done before
     * @tentative-return-type
     */
    public function sslHandshake(): bool {}
}
