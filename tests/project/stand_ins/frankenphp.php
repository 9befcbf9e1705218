<?php
// What FrankenPHP adds to PHP for a worker script.
require __DIR__ . '/server.php';

function frankenphp_handle_request(callable $handle): bool
{
    answer_requests((int) getenv('STAND_IN_PORT'), function () use ($handle): string {
        ob_start();
        $handle();
        return (string) ob_get_clean();
    });
}
