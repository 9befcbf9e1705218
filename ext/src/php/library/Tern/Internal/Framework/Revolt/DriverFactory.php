<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Revolt;

use Revolt\EventLoop\Driver as RevoltDriver;
use Revolt\EventLoop\Driver\TracingDriver;
use Tern\Revolt\Driver;

/**
 * Revolt\EventLoop\DriverFactory in coroutines, unless the environment names a driver (REVOLT_DRIVER).
 */
final class DriverFactory
{
    public function create(): RevoltDriver
    {
        $driver = new Driver();
        return (string) getenv('REVOLT_DRIVER_DEBUG_TRACE') === '' ? $driver : new TracingDriver($driver);
    }
}
