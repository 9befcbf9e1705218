--TEST--
http_get_last_response_headers() is each coroutine's own
--SKIPIF--
<?php if (PHP_VERSION_ID < 80400) die('skip since PHP 8.4'); ?>
--FILE--
<?php
Co\run(function () {
    $listener = stream_socket_server('tcp://127.0.0.1:0');
    $address = stream_socket_get_name($listener, false);
    go(function () use ($listener) {
        $held = [];
        // Nobody is answered before all have asked.
        while (count($held) < 2) {
            $client = stream_socket_accept($listener);
            $path = explode(' ', fgets($client))[1];
            while (trim(fgets($client)) !== '');
            $held[$path] = $client;
        }
        ksort($held);
        foreach ($held as $path => $client) {
            fwrite($client, "HTTP/1.0 200 OK\r\nX-Path: $path\r\n\r\n");
            fclose($client);
        }
    });
    $tasks = array_map(fn ($i) => function () use ($i, $address) {
        file_get_contents("http://$address/$i");
        co::sleep(0.001);
        return http_get_last_response_headers()[1];
    }, [1, 2]);
    echo implode(', ', Swoole\Coroutine\batch($tasks)), "\n";
    var_dump(http_get_last_response_headers());
});
?>
--EXPECT--
X-Path: /1, X-Path: /2
NULL
