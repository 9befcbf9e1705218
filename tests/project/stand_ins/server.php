<?php
// The HTTP that the stand-ins share: one request after the other, each on a connection of its own.
/** @param callable(string): string $page what is sent after the head, by the first line of the request */
function answer_requests(int $port, callable $page): never
{
    $listener = stream_socket_server("tcp://127.0.0.1:$port") ?: exit(1);
    while (true) {
        $client = stream_socket_accept($listener, -1);
        if ($client === false) {
            continue;
        }
        $line = (string) fgets($client);
        while (!in_array(fgets($client), ["\r\n", false], true)) {
        }
        $body = $page($line);
        fwrite($client, "HTTP/1.1 200 OK\r\nContent-Length: " . strlen($body) . "\r\nConnection: close\r\n\r\n$body");
        fclose($client);
    }
}
