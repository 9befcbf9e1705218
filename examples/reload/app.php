<?php
// The program of examples/reload.php. Returned anew in every worker; its static variables live as long as the worker.
return function ($request, $response): void {
    static $handled = 0;
    ++$handled;
    $response->header('Content-Type', 'text/plain');
    $response->end('version 1, worker ' . getmypid() . ", request $handled\n");
};
