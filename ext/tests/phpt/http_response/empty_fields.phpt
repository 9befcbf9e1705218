--TEST--
Response: an empty Content-Encoding or Content-Length is no field; without a length send() continues the body
--FILE--
<?php
require __DIR__ . '/../server.inc';

$code = '$server->on("request", function ($request, $response) {
    global $server;
    $uri = $request->server["request_uri"];
    $response->header(str_contains($uri, "length") ? "content-length" : "Content-Encoding", "");
    match ($uri) {
        "/coding" => $response->end(str_repeat("text ", 100)),
        "/file" => $response->sendfile(__FILE__),
        "/pieces" => [$response->write(str_repeat("text ", 100)), $response->end()],
        "/length" => [
            $response->header("X-Type", "event"), var_dump($response->end("first "), $server->send($request->fd, "second ")),
            $server->send($request->fd, "third"), $server->close($request->fd),
        ],
        "/length/again" => [$response->header("Content-Length", "1"), $response->end("as usual")],
        "/length/null" => [$response->header("Content-Length", null), $response->end("as usual")],
    };
});';
foreach ([true, false] as $compresses) {
    $server = start_server($code, ['http_compression' => $compresses]);
    foreach (['coding', 'file', 'pieces', 'length', 'length/again', 'length/null'] as $path) {
        $answer = $server->ask("/$path", 'GET', ['Accept-Encoding' => 'gzip']);
        preg_match_all('/^(content-encoding|content-length|transfer-encoding|connection|x-type):.*/mi', explode("\r\n\r\n", $answer)[0], $fields);
        $fields = preg_replace('/(?<=Content-Length: )\d{3,}/', 'N', implode(', ', array_map('trim', $fields[0])));
        $body = body($answer);
        echo "$path: $fields; ", strlen($body) > 100 ? (str_contains($body, 'text') ? 'text' : 'coded') : $body, "\n";
    }
    echo 'HEAD: ', body($server->ask('/length', 'HEAD')), "\n";
    echo $server->stop();
}
?>
--EXPECT--
coding: Content-Length: N, Connection: close; text
file: Content-Length: N, Connection: close; text
pieces: Transfer-Encoding: chunked, Connection: close; text
length: X-Type: event, Connection: close; first second third
length/again: Content-Length: 8, Connection: close; as usual
length/null: Content-Length: 8, Connection: close; as usual
HEAD: second third
bool(true)
bool(true)
bool(true)
bool(true)
coding: Content-Length: N, Connection: close; text
file: Content-Length: N, Connection: close; text
pieces: Transfer-Encoding: chunked, Connection: close; text
length: X-Type: event, Connection: close; first second third
length/again: Content-Length: 8, Connection: close; as usual
length/null: Content-Length: 8, Connection: close; as usual
HEAD: second third
bool(true)
bool(true)
bool(true)
bool(true)
