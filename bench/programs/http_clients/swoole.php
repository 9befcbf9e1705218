<?php
use Swoole\Coroutine;
use Swoole\Coroutine\Http\Client;

return function (int $port, string $method, string $body, int $count, callable $check): void {
    Coroutine\run(function () use ($port, $method, $body, $count, $check) {
        for ($n = 0; $n < AT_ONCE; ++$n) {
            go(function () use ($port, $method, $body, $count, $check) {
                $client = new Client('127.0.0.1', $port);
                for ($done = 0; $done < $count / AT_ONCE; ++$done) {
                    $method === 'GET' ? $client->get('/page') : $client->post('/page', $body);
                    $check($client->statusCode, $client->body);
                }
            });
        }
    });
};
