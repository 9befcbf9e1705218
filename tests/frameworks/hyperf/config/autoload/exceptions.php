<?php

declare(strict_types=1);

use App\Exception\Handler;
use Hyperf\HttpServer\Exception\Handler\HttpExceptionHandler;
use Hyperf\Validation\ValidationExceptionHandler;

return ['handler' => ['http' => [HttpExceptionHandler::class, ValidationExceptionHandler::class, Handler::class]]];
