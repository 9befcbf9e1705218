<?php
// An application that keeps the user of a request in a static property, and waits while it is loaded and in each request.
use Swoole\Http\Request;
use Swoole\Http\Response;

final class Current
{
    public static string $user = 'none';
}

usleep(20_000);
fwrite(STDERR, "loaded\n");
$fails = getenv('TERN_TEST_FAILS');
if (is_string($fails) && file_exists($fails)) {
    unlink($fails);
    throw new LogicException('asked to');
}
return static function (Request $request, Response $response): string {
    Current::$user = $request->get['user'];
    usleep(20_000);
    return Current::$user;
};
