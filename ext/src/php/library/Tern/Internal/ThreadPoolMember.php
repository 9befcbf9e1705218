<?php

declare(strict_types=1);

namespace Tern\Internal;

use LogicException;
use Swoole\Thread;
use Swoole\Thread\Runnable;
use function array_slice;

/** The program of a thread of a Swoole\Thread\Pool. */
final class ThreadPoolMember
{
    /** For the constructor of a thread: it calls run(). */
    public const FILE = __FILE__;

    public static function run(): void
    {
        $arguments = Thread::getArguments() ?? throw new LogicException('this is no thread of a pool');
        [$autoloader, $class, $file, $running, $index] = $arguments;
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
