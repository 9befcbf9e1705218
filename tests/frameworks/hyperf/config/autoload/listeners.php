<?php

declare(strict_types=1);

use Hyperf\ExceptionHandler\Listener\ErrorExceptionHandler;

return [ErrorExceptionHandler::class];
