<?php
// libcurl, made cooperative by the hooks. Each coroutine has one handle, which keeps its connection.
use Swoole\Coroutine;

return function (int $port, string $method, string $body, int $count, callable $check): void {
    Coroutine::set(['hook_flags' => SWOOLE_HOOK_ALL]);
    Coroutine\run(function () use ($port, $method, $body, $count, $check) {
        for ($n = 0; $n < AT_ONCE; ++$n) {
            go(function () use ($port, $method, $body, $count, $check) {
                $handle = curl_init("http://127.0.0.1:$port/page");
                curl_setopt($handle, CURLOPT_RETURNTRANSFER, true);
                if ($method === 'POST') {
                    curl_setopt_array($handle, [CURLOPT_POSTFIELDS => $body, CURLOPT_HTTPHEADER => ['Expect:']]);
                }
                for ($done = 0; $done < $count / AT_ONCE; ++$done) {
                    $answer = curl_exec($handle);
                    $check(curl_getinfo($handle, CURLINFO_RESPONSE_CODE), (string) $answer);
                }
            });
        }
    });
};
