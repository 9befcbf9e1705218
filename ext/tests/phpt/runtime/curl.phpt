--TEST--
Runtime: curl_exec() and curl_multi_exec() of many coroutines at the same time, and cancelled
--EXTENSIONS--
curl
--FILE--
<?php
Co\run(function () {
    $listener = stream_socket_server('tcp://127.0.0.1:0');
    $address = stream_socket_get_name($listener, false);
    // Nobody is answered before all have asked: so they ask at the same time.
    $server = go(function () use ($listener) {
        for ($held = []; $client = @stream_socket_accept($listener, 60);) {
            $path = explode(' ', fgets($client))[1];
            while (trim(fgets($client)) !== '');
            $held[$path] = $client;
            if (count($held) < 5) continue;
            ksort($held);
            foreach ($held as $path => $client) { fwrite($client, "HTTP/1.0 200 OK\r\n\r\nfor $path"); fclose($client); }
            $held = [];
        }
    });
    $open = function ($path) use ($address) { $h = curl_init("http://$address/$path"); curl_setopt($h, CURLOPT_RETURNTRANSFER, true); return $h; };
    $ids = [];
    foreach ([1, 2, 3, 4, 5] as $i) $ids[] = go(function () use ($open, $i) { echo curl_exec($open($i)), "\n"; });
    Co::join($ids);
    $multi = curl_multi_init();
    for ($i = 1; $i <= 5; $i++) curl_multi_add_handle($multi, $handles[] = $open("multi$i"));
    do { curl_multi_exec($multi, $running); curl_multi_select($multi); } while ($running);
    foreach ($handles as $handle) echo curl_multi_getcontent($handle), "\n";
    $id = go(function () use ($open) { var_dump(curl_exec($open('canceled'))); });
    Co::cancel($id);
    $id = go(function () use ($open) { try { curl_exec($open('thrown')); } catch (Swoole\Coroutine\CanceledException $e) { echo $e->getMessage(), "\n"; } });
    Co::cancel($id, true);
    Co::cancel($server);
});
?>
--EXPECT--
for /1
for /2
for /3
for /4
for /5
for /multi1
for /multi2
for /multi3
for /multi4
for /multi5
bool(false)
Coroutine was canceled
