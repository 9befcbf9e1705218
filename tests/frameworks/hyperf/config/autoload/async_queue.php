<?php

declare(strict_types=1);

use Hyperf\AsyncQueue\Driver\RedisDriver;

return [
    'default' => ['enable' => true, 'driver' => RedisDriver::class, 'redis' => ['pool' => 'default'], 'channel' => '{queue}', 'timeout' => 2,
        'retry_seconds' => 1, 'handle_timeout' => 10, 'processes' => 1, 'concurrent' => ['limit' => 10], 'max_messages' => 0],
];
