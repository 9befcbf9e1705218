<?php

declare(strict_types=1);

namespace Tern\Internal\Client;

use Swoole\Coroutine;
use function Tern\Internal\cooperate;
use function Tern\Internal\uncooperate;

/** Blocking calls of this library that suspend the coroutine, whatever hooks the program has switched on. */
final class Hooked
{
    /**
     * Suspends in a coroutine, and blocks elsewhere.
     *
     * @template T
     * @param callable(): T $call
     * @param float $timeout in seconds, in a coroutine; 0: no limit
     * @return T
     */
    public static function call(callable $call, float $timeout = 0): mixed
    {
        if (Coroutine::getCid() < 1) {
            return $call();
        }
        $before = cooperate($timeout);
        try {
            return $call();
        } finally {
            uncooperate($before);
        }
    }
}
