<?php
// A front controller that is a function.
return function (Swoole\Http\Request $request, Swoole\Http\Response $response): string {
    $response->status(201);
    return "called for {$request->server['path_info']}";
};
