<?php

declare(strict_types=1);

namespace Tern\Internal\Client\MySQL;

use mysqli;
use mysqli_result;
use mysqli_sql_exception;
use Swoole\Coroutine\MySQL\Exception;
use function in_array;

/** Where Swoole\Coroutine\MySQL connects to, and how. */
final class Options
{
    public readonly float $timeout;
    public readonly bool $fetchMode;
    /** The same for the same options. */
    public readonly string $key;

    /**
     * @param array<string, scalar|null> $options as they are given to connect()
     * @throws Exception if one is missing
     */
    public function __construct(private readonly array $options)
    {
        foreach (['host', 'user', 'password', 'database'] as $name) {
            if (!isset($options[$name])) {
                throw new Exception("Parameter [$name] is required", 11);
            }
        }
        $this->timeout = (float) ($options['timeout'] ?? 0);
        $this->fetchMode = (bool) ($options['fetch_mode'] ?? false);
        $this->key = serialize($options);
    }

    /**
     * All that can be said before the connection is made costs no round trip.
     *
     * @throws Exception if there is no such character set
     */
    public function prepare(): mysqli
    {
        $charset = (string) ($this->options['charset'] ?? 'utf8');
        $mysqli = new mysqli();
        try {
            $known = @$mysqli->options(MYSQLI_SET_CHARSET_NAME, $charset);
        } catch (mysqli_sql_exception) {
            $known = false;
        }
        if (!$known) {
            throw new Exception("Unknown charset [$charset]", 11);
        }
        if (!empty($this->options['strict_type'])) {
            $mysqli->options(MYSQLI_OPT_INT_AND_FLOAT_NATIVE, 1);
        }
        return $mysqli;
    }

    /**
     * Suspends.
     *
     * @throws mysqli_sql_exception
     */
    public function connect(mysqli $mysqli): void
    {
        $host = (string) $this->options['host'];
        $socket = null;
        if (str_starts_with($host, 'unix:')) {
            $socket = '/' . ltrim(substr($host, 5), '/');
            $host = 'localhost';
        } elseif ($host === 'localhost') {  // which mysqli takes for the unix socket
            $host = '127.0.0.1';
        }
        $tls = empty($this->options['ssl']) ? 0 : MYSQLI_CLIENT_SSL | MYSQLI_CLIENT_SSL_DONT_VERIFY_SERVER_CERT;
        $connected = @$mysqli->real_connect(
            $host,
            (string) $this->options['user'],
            (string) $this->options['password'],
            (string) $this->options['database'],
            (int) ($this->options['port'] ?? 3306),
            $socket,
            $tls,
        );
        if (!$connected) {
            throw new mysqli_sql_exception((string) mysqli_connect_error(), mysqli_connect_errno());
        }
    }

    /** Makes a new session of that of a connection. Suspends. */
    public function reset(mysqli $mysqli): bool
    {
        return @$mysqli->change_user(
            (string) $this->options['user'],
            (string) $this->options['password'],
            (string) $this->options['database'],
        );
    }

    /** Whether sessions of this server begin as a reset leaves them: without a program of its own. Suspends. */
    public function resetsToNew(mysqli $mysqli): bool
    {
        $result = @$mysqli->query("SELECT @@global.init_connect = '' AND @@global.autocommit");
        return $result instanceof mysqli_result && in_array($result->fetch_row()[0] ?? null, [1, '1'], true);
    }
}
