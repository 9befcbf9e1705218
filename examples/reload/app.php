<?php
// The program of examples/reload.php. Returned anew in every worker; its static variables live as long as the worker.
use Swoole\Http\Request;
use Swoole\Http\Response;

return function (Request $request, Response $response): void {
    /** @var int $handled */
    static $handled = 0;
    ++$handled;
    $response->header('Content-Type', 'text/plain');
    $response->end('version 1, worker ' . getmypid() . ", request $handled\n");
};
