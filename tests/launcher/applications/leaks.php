<?php
// Answers with what an earlier request has left, at /leak; keeps the first user of /keep.
use Swoole\Http\Request;
use Swoole\Http\Response;

final class Current
{
    public static ?string $user = null;
    public static float $time = 0;
    public static ?string $first = null;
}

return static function (Request $request, Response $response): string {
    Current::$time = microtime(true);
    $before = Current::$user;
    Current::$user = $request->get['user'] ?? null;
    $lines = ['time ' . Current::$time, 'user ' . ($request->server['path_info'] === '/leak' ? $before : Current::$user)];
    if ($request->server['path_info'] === '/keep') {
        Current::$first ??= Current::$user;
    }
    return implode("\n", $lines);
};
