<?php

declare(strict_types=1);

namespace Swoole\Exception;

use RuntimeException;

/** ArrayObject::get() found no such key. */
class ArrayKeyNotExists extends RuntimeException
{
}
