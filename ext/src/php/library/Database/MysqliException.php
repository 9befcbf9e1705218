<?php

declare(strict_types=1);

namespace Swoole\Database;

use Exception;

/** A MysqliPool cannot connect, or a call failed after its connection was lost. */
class MysqliException extends Exception
{
}
