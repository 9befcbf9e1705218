<?php

declare(strict_types=1);

namespace Tern\Internal\Client\Pool;

use mysqli;
use mysqli_result;
use function Tern\Internal\reset_mysql;
use function is_string;

/** mysqli, on PHP's own client library. */
final class MysqliSession extends Session
{
    private readonly string $charset;
    private readonly string $database;

    public function __construct(private readonly mysqli $mysqli)
    {
        $this->charset = $mysqli->character_set_name();
        $result = $mysqli->query('SELECT DATABASE()');
        $database = $result instanceof mysqli_result ? $result->fetch_row()[0] ?? null : null;
        $this->database = is_string($database) ? $database : '';
    }

    public function reset(): bool
    {
        if ($this->mysqli->character_set_name() !== $this->charset && !$this->mysqli->set_charset($this->charset)) {
            return false;
        }
        return @reset_mysql($this->mysqli, $this->database);
    }

    public function ping(): bool
    {
        return @$this->mysqli->query('DO 1') !== false;
    }

    public function close(): void
    {
        $this->mysqli->close();
    }
}
