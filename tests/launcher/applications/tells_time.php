<?php
// The time when it was let in. With `busy` it makes that file and keeps the worker busy until the file is gone.
return function (Psr\Http\Message\ServerRequestInterface $request): Nyholm\Psr7\Response {
    $query = $request->getQueryParams();
    if (isset($query['busy'])) {
        touch($query['busy']);
        while (file_exists($query['busy'])) {
            clearstatcache();
        }
    } else {
        wait_at_door($query['user']);
    }
    return new Nyholm\Psr7\Response(200, [], (string) hrtime(true));
};
