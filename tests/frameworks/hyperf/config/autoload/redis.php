<?php

declare(strict_types=1);

use function Hyperf\Support\env;

return [
    'default' => [
        'host' => '127.0.0.1',
        'auth' => null,
        'port' => (int) env('NOTES_REDIS_PORT'),
        'db' => 0,
        'timeout' => 0.0,
        'reserved' => null,
        'retry_interval' => 0,
        'read_timeout' => 0.0,
        'pool' => ['min_connections' => 1, 'max_connections' => 10, 'connect_timeout' => 10.0, 'wait_timeout' => 3.0, 'heartbeat' => -1,
            'max_idle_time' => 60],
    ],
];
