--TEST--
The manual's own answer: detach(), then Server::send() of the bytes; the connection takes the next request
--FILE--
<?php
require __DIR__ . '/server_program.inc';
$program = start_program(function () {
    $http = new Swoole\Http\Server('127.0.0.1', 0);
    $http->set(['worker_num' => 2]);
    $http->on('request', function ($request, Swoole\Http\Response $response) use ($http) {
        if ($request->server['path_info'] === '/usual') return $response->end('usual');
        $response->detach();
        if ($request->server['path_info'] === '/other') {
            return $http->sendMessage($response->fd, 1 - $http->worker_id);
        }
        $text = "Hello World\n";
        if (!$http->send($response->fd, "HTTP/1.1 200 OK\r\nServer: server\r\nContent-Length: " . strlen($text) . "\r\n\r\n")) echo "not sent\n";
        if (!$http->send($response->fd, $text)) echo "not sent\n";
    });
    $http->on('pipeMessage', function ($server, $from, $fd) {
        if (!$server->send($fd, "HTTP/1.1 200 OK\r\n\r\nfrom another worker")) echo "not sent\n";
        $server->close($fd);
    });
    return $http;
});
$client = $program->connect();
$request = fn (string $path) => fwrite($client, "GET $path HTTP/1.1\r\nHost: test\r\n\r\n");
function answer($client): string
{
    for ($head = ''; !str_ends_with($head, "\r\n\r\n"); $head .= fgets($client));
    preg_match('/content-length: (\d+)/i', $head, $match);
    return strtok($head, "\r") . ' ' . trim(stream_get_contents($client, (int) $match[1]));
}
foreach (['/raw', '/usual', '/raw', '/raw'] as $path) {
    $request($path);
    echo answer($client), "\n";
}
$request('/raw');
$request('/usual');
echo answer($client), ', ', answer($client), "\n";
$request('/other');
echo str_replace("\r\n", ' ', stream_get_contents($client)), "\n";
$program->stop();
?>
--EXPECT--
HTTP/1.1 200 OK Hello World
HTTP/1.1 200 OK usual
HTTP/1.1 200 OK Hello World
HTTP/1.1 200 OK Hello World
HTTP/1.1 200 OK Hello World, HTTP/1.1 200 OK usual
HTTP/1.1 200 OK  from another worker
