<?php

declare(strict_types=1);

// An answer that takes a second, so that a stop comes in the middle of it.
return static function (Swoole\Http\Request $request, Swoole\Http\Response $response): ?string {
    if ($request->server['path_info'] !== '/slow') {
        return 'ready';
    }
    $response->write('begun ');
    Swoole\Coroutine::sleep(1);
    $response->end('ended');
    return null;
};
