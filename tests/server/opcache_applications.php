<?php
// An application that says what opcache has of it.
use Swoole\Http\Request;
use Swoole\Http\Response;

return static function (Request $request, Response $response): string {
    $status = opcache_get_status(false);
    return (string) json_encode([
        'reset' => $request->server['path_info'] === '/reset' ? opcache_reset() : null,
        'restarts' => $status['opcache_statistics']['manual_restarts'],
        'cached' => $status['opcache_enabled'] && opcache_is_script_cached(__FILE__),
    ]);
};
