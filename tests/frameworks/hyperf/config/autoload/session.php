<?php

declare(strict_types=1);

use Hyperf\Session\Handler\RedisHandler;

return [
    'handler' => RedisHandler::class,
    'options' => ['connection' => 'default', 'gc_maxlifetime' => 1200, 'session_name' => 'NOTES', 'domain' => null, 'cookie_lifetime' => 600,
        'cookie_same_site' => 'lax'],
];
