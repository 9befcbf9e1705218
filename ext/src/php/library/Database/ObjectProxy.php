<?php

declare(strict_types=1);

namespace Swoole\Database;

use Error;

/**
 * A connection or a statement that may be replaced by a new one when it is lost.
 *
 * @template T of object
 * @extends \Swoole\ObjectProxy<T>
 */
class ObjectProxy extends \Swoole\ObjectProxy
{
    public function __clone(): void
    {
        throw new Error('Trying to clone an uncloneable database proxy object');
    }
}
