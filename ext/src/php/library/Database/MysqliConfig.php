<?php

declare(strict_types=1);

namespace Swoole\Database;

use Tern\Internal\Client\Database\SqlConfig;

/** Where a MysqliPool connects to. */
class MysqliConfig
{
    use SqlConfig;
}
