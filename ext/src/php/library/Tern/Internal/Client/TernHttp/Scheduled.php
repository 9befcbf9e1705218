<?php

declare(strict_types=1);

namespace Tern\Internal\Client\TernHttp;

use Swoole\Coroutine;
use Swoole\Error;
use Throwable;
use function Tern\Internal\run_all;

/** Calls that suspend, also for programs without coroutines: there they block. */
final class Scheduled
{
    /**
     * Suspends; outside of coroutines it blocks the process.
     *
     * @template T
     * @param callable(): T $call
     * @return T
     */
    public static function call(callable $call): mixed
    {
        if (Coroutine::getCid() > 0) {
            return $call();
        }
        $results = [];
        $thrown = null;
        $ran = run_all(function () use ($call, &$results, &$thrown) {
            Coroutine::create(function () use ($call, &$results, &$thrown) {
                try {
                    $results[] = $call();
                } catch (Throwable $error) {
                    $thrown = $error;
                }
            });
        });
        if ($ran === null || ($results === [] && $thrown === null)) {
            throw new Error('API must be called in the coroutine', SWOOLE_ERROR_CO_OUT_OF_COROUTINE);
        }
        return $thrown === null ? $results[0] : throw $thrown;
    }
}
