--TEST--
Runtime: file_get_contents('http://') and fsockopen() against a server in the same script
--FILE--
<?php
Co\run(function () {
    $listener = stream_socket_server('tcp://127.0.0.1:0');
    $address = stream_socket_get_name($listener, false);
    $server = go(function () use ($listener) {
        $held = [];
        // Nobody is answered before all have asked: so they ask at the same time.
        while (count($held) < 4) {
            $client = stream_socket_accept($listener);
            $line = fgets($client);
            while (trim(fgets($client)) !== '');
            $held[explode(' ', $line)[1]] = $client;
        }
        ksort($held);
        foreach ($held as $path => $client) {
            fwrite($client, "HTTP/1.0 200 OK\r\n\r\nfor $path");
            fclose($client);
        }
    });
    foreach ([1, 2, 3] as $i) go(function () use ($i, $address) { echo file_get_contents("http://$address/$i"), "\n"; });
    [$host, $port] = explode(':', $address);
    $stream = fsockopen($host, $port);
    fwrite($stream, "GET /4 HTTP/1.0\r\n\r\n");
    echo explode("\r\n\r\n", stream_get_contents($stream))[1], "\n";
});
?>
--EXPECT--
for /1
for /2
for /3
for /4
