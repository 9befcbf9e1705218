<?php

declare(strict_types=1);

use Hyperf\Contract\StdoutLoggerInterface;
use Psr\Log\LogLevel;

return [
    'app_name' => 'notes',
    'scan_cacheable' => false,
    StdoutLoggerInterface::class => [
        'log_level' => [LogLevel::ALERT, LogLevel::CRITICAL, LogLevel::EMERGENCY, LogLevel::ERROR, LogLevel::INFO, LogLevel::NOTICE,
            LogLevel::WARNING],
    ],
];
