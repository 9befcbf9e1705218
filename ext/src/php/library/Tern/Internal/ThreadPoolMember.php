<?php

declare(strict_types=1);

namespace Tern\Internal;

use LogicException;
use Swoole\Thread;
use Swoole\Thread\Atomic;
use Swoole\Thread\Runnable;
use function array_slice;
use function array_values;

/** The program of a thread of a Swoole\Thread\Pool. */
final class ThreadPoolMember
{
    /** For the constructor of a thread: it calls run(). */
    public const FILE = __FILE__;

    public static function run(): void
    {
        $arguments = array_values(Thread::getArguments() ?? throw new LogicException('this is no thread of a pool'));
        /** @var array{string, class-string, string, Atomic, int} $own */
        $own = array_slice($arguments, 0, 5);
        [$autoloader, $class, $file, $running, $index] = $own;
        foreach ([$autoloader, $file] as $required) {
            if ($required !== '') {
                self::include($required);
            }
        }
        $runnable = new $class($running, $index);
        $runnable instanceof Runnable || throw new LogicException("$class is no Runnable");
        $runnable->run(array_slice($arguments, 5));
    }

    private static function include(string $file): void
    {
        require_once $file;
    }
}
