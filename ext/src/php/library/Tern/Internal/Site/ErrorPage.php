<?php

declare(strict_types=1);

namespace Tern\Internal\Site;

/** The answer of the server itself where there is none of a script. */
final class ErrorPage
{
    private const REASONS = [400 => 'Bad Request', 401 => 'Unauthorized', 403 => 'Forbidden', 404 => 'Not Found',
        405 => 'Method Not Allowed', 410 => 'Gone', 500 => 'Internal Server Error', 503 => 'Service Unavailable'];

    /** @param string|null $text what a rule says instead of the usual text */
    public static function send(Exchange $exchange, int $status, ?string $text = null): void
    {
        $title = rtrim("$status " . (self::REASONS[$status] ?? ''));
        $response = $exchange->response;
        $response->status($status);
        $response->header('Content-Type', 'text/html; charset=utf-8');
        $exchange->changeHeaders($status, true);
        $response->end($text ?? "<!DOCTYPE html>\n<html><head><title>$title</title></head><body><h1>$title</h1></body></html>\n");
    }
}
