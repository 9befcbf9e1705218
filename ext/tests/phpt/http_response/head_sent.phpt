--TEST--
Response: after the head was sent, fields and the status change nothing, return false and are silent
--FILE--
<?php
require __DIR__ . '/../server.inc';
$server = start_server(<<<'PHP'
$server->on('request', function ($request, $response) {
    $calls = [
        'header' => ['X-Late', 'yes'], 'setHeader' => ['X-Late', ['a', 'b']], 'cookie' => ['late', 'yes'], 'setCookie' => ['late', 'yes'],
        'rawcookie' => ['late', 'yes'], 'setRawCookie' => ['late', 'yes'], 'status' => [404], 'setStatusCode' => [404],
        'redirect' => ['/elsewhere'],
    ];
    $response->header('X-Early', 'yes');
    $response->write('a piece, ');
    foreach ($calls as $method => $arguments) echo $method, ' ', json_encode($response->$method(...$arguments)), ' ', swoole_last_error(), "\n";
    $cookie = (new Swoole\Http\Cookie)->withName('late')->withValue('yes');
    echo 'a Cookie ', json_encode($response->cookie($cookie)), "\n";
    echo 'writable ', json_encode($response->isWritable()), "\n";
    echo 'trailer ', json_encode($response->trailer('X-Sum', '1')), "\n";
    $response->end('and the rest');
    echo 'after end ', json_encode(@$response->header('X-Late', 'yes')), ' ', error_get_last()['message'], "\n";
});
PHP);
$answer = $server->ask('/');
echo strtok($answer, "\r"), "\n";
var_dump(str_contains($answer, 'X-Early: yes'), stripos($answer, 'late'), str_contains($answer, 'X-Sum: 1'));
echo $server->stop();
?>
--EXPECT--
HTTP/1.1 200 OK
bool(true)
bool(false)
bool(true)
header false 509
setHeader false 509
cookie false 509
setCookie false 509
rawcookie false 509
setRawCookie false 509
status false 509
setStatusCode false 509
redirect false 509
a Cookie false
writable true
trailer true
after end false Swoole\Http\Response::header(): the response has ended: it cannot change any more
