<?php

declare(strict_types=1);

use Hyperf\Session\Middleware\SessionMiddleware;
use Hyperf\Validation\Middleware\ValidationMiddleware;

return ['http' => [SessionMiddleware::class, ValidationMiddleware::class]];
