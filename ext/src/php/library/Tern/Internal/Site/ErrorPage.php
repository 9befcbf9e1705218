<?php

declare(strict_types=1);

namespace Tern\Internal\Site;

use Swoole\Http\Status;

/** The response of the server itself where there is none of a script. */
final class ErrorPage
{
    /** @param string|null $text what a rule says instead of the usual text */
    public static function send(Exchange $exchange, int $status, ?string $text = null): void
    {
        $title = "$status " . Status::getReasonPhrase($status);
        $response = $exchange->response;
        $response->status($status);
        $response->header('Content-Type', 'text/html; charset=utf-8');
        $exchange->changeHeaders($status, true);
        $response->end($text ?? "<!DOCTYPE html>\n<html><head><title>$title</title></head><body><h1>$title</h1></body></html>\n");
    }
}
