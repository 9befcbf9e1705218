<?php
// libcurl with curl_multi, without coroutines: fifty handles in turn, each of which keeps its connection.
return function (int $port, string $method, string $body, int $count, callable $check): void {
    $multi = curl_multi_init();
    for ($n = 0; $n < AT_ONCE; ++$n) {
        $handle = curl_init("http://127.0.0.1:$port/page");
        curl_setopt($handle, CURLOPT_RETURNTRANSFER, true);
        if ($method === 'POST') {
            curl_setopt_array($handle, [CURLOPT_POSTFIELDS => $body, CURLOPT_HTTPHEADER => ['Expect:']]);
        }
        curl_multi_add_handle($multi, $handle);
    }
    $left = $count;
    $begun = AT_ONCE;
    while ($left > 0) {
        curl_multi_exec($multi, $running);
        while ($done = curl_multi_info_read($multi)) {
            $handle = $done['handle'];
            assert($handle instanceof CurlHandle);
            $check(curl_getinfo($handle, CURLINFO_RESPONSE_CODE), (string) curl_multi_getcontent($handle));
            curl_multi_remove_handle($multi, $handle);
            if (--$left > 0 && $begun++ < $count) {
                curl_multi_add_handle($multi, $handle);
            }
        }
        if ($left > 0) {
            curl_multi_select($multi, 1.0);
        }
    }
};
