<?php

declare(strict_types=1);

namespace App\Exception;

use Hyperf\ExceptionHandler\ExceptionHandler;
use Hyperf\HttpMessage\Stream\SwooleStream;
use Psr\Http\Message\ResponseInterface;
use Throwable;

class Handler extends ExceptionHandler
{
    public function handle(Throwable $throwable, ResponseInterface $response)
    {
        $text = $throwable::class . ': ' . $throwable->getMessage() . "\n" . $throwable->getTraceAsString();
        return $response->withStatus(500)->withBody(new SwooleStream($text));
    }

    public function isValid(Throwable $throwable): bool
    {
        return true;
    }
}
