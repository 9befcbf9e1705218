<?php
// One connection, and always a hundred streams on it.
use Swoole\Coroutine;
use Swoole\Coroutine\Http2\Client;
use Swoole\Http2\Request;

return function (int $port, string $method, string $body, int $count, callable $check): void {
    Coroutine\run(function () use ($port, $method, $body, $count, $check) {
        $client = new Client('127.0.0.1', $port);
        $client->connect();
        $request = new Request();
        $request->method = $method;
        $request->path = '/page';
        $request->data = $body;
        for ($sent = 0; $sent < 100; ++$sent) {
            $client->send($request);
        }
        for ($done = 0; $done < $count; ++$done) {
            $answer = $client->recv() ?: exit("no answer: $client->errMsg\n");
            $check($answer->statusCode, $answer->data);
            if ($sent++ < $count) {
                $client->send($request);
            }
        }
    });
};
