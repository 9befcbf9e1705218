<?php

declare(strict_types=1);

// The application: docker compose up serves it at http://127.0.0.1:8080/.
return static function (Swoole\Http\Request $request, Swoole\Http\Response $response): string {
    $response->header('Content-Type', 'text/plain');
    return 'Tern ' . TERN_VERSION . ', PHP ' . PHP_VERSION . "\n";
};
