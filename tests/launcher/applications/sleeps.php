<?php
return function (Swoole\Http\Request $request, Swoole\Http\Response $response): string {
    usleep(2000);
    return 'slept';
};
