<?php
use Swoole\Coroutine;
use Tern\Http\Client;

return function (int $port, string $method, string $body, int $count, callable $check): void {
    Coroutine\run(function () use ($port, $method, $body, $count, $check) {
        $client = new Client();
        for ($n = 0; $n < AT_ONCE; ++$n) {
            go(function () use ($client, $port, $method, $body, $count, $check) {
                for ($done = 0; $done < $count / AT_ONCE; ++$done) {
                    $answer = $client->request($method, "http://127.0.0.1:$port/page", $body === '' ? [] : ['body' => $body]);
                    $check($answer->status, $answer->body());
                }
            });
        }
    });
};
