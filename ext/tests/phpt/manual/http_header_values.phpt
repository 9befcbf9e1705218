--TEST--
The manual's values of headers: lists, numbers, objects, and what is cut off
--FILE--
<?php
require __DIR__ . '/server_program.inc';
$program = start_program(function () {
    $http = new Swoole\Http\Server('127.0.0.1', 0);
    $http->set(['worker_num' => 1]);
    $http->on('request', function ($request, $response) {
        $response->header('content-type', 'image/jpeg', true);
        $response->header('Content-Length', '100002 ');
        $response->header('Test-Value', ["a\r\n", 'd5678', "e  \n ", null, 5678, 3.1415926]);
        $response->header('Foo', new SplFileInfo('bar'));
        $response->header('Twice', 'first');
        $response->header('twice', "second\r\n");
        $response->header('Gone', 'x');
        $response->header('Gone', null);
        var_dump(@$response->header('Split', "a\r\nSet-Cookie: b=c"), swoole_last_error() === SWOOLE_ERROR_INVALID_PARAMS);
        $response->end('body');
    });
    return $http;
});
echo $program->request('/'), "\n";
$program->stop();
?>
--EXPECT--
bool(false)
bool(true)
HTTP/1.1 200 OK
Content-Type: image/jpeg
Test-Value: a
Test-Value: d5678
Test-Value: e
Test-Value: 5678
Test-Value: 3.1415926
Foo: bar
Twice: second
Content-Length: 4

body
