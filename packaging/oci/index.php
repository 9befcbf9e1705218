<?php

declare(strict_types=1);

// The page of the image: put your application into /app in its place.
return static function (Swoole\Http\Request $request, Swoole\Http\Response $response): string {
    $response->header('Content-Type', 'text/plain');
    return 'Tern ' . TERN_VERSION . ', PHP ' . PHP_VERSION . "\n";
};
