--TEST--
Coroutine\Http\Client: download() to a file, at an offset, of an error, to where nothing can be written
--FILE--
<?php
require __DIR__ . '/serve.inc';

$file = sys_get_temp_dir() . '/tern-download-' . getmypid();
Co\run(function () use ($file) {
    $server = answering(function (string $request, $socket) {
        switch (explode(' ', $request)[1]) {
            case '/in-pieces':
                return "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n6\r\nsecond\r\n0\r\n\r\n";
            case '/large':
                $socket->sendAll("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
                for ($i = 0; $i < 512; ++$i) {
                    $socket->sendAll("10000\r\n" . str_repeat(chr($i % 256), 1 << 16) . "\r\n");
                }
                return "0\r\n\r\n";
            case '/rest':
                return answer('REST', "Content-Range: bytes 6-9/10\r\n", '206 Partial Content');
            case '/none':
                return answer('no such thing', '', '404 Not Found');
            case '/short':
                $socket->sendAll("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort");
                return null;
            case '/echo':
                return answer($request);
        }
        return answer();
    });
    $client = client_of($server);
    $show = function (bool $ok) use ($client, $file) {
        clearstatcache();
        echo json_encode([is_file($file) ? file_get_contents($file) : null, $client->body, $client->downloadFile === $file, $client->downloadOffset]), ' ';
        outcome($ok, $client);
    };
    file_put_contents($file, '');
    $show($client->download('/in-pieces', $file));
    $show($client->download('/rest', $file, 6));
    $show($client->download('/none', $file, 6));
    $show($client->download('/short', $file));
    $show($client->download('/empty', $file));
    $client->setHeaders(['Range' => 'bytes=2-']);
    $client->download('/echo', $file);
    show($server, file_get_contents($file));
    $client->get('/echo');
    var_dump($client->downloadFile, str_contains($client->body, 'Range'));
    echo "32 MB, which are never in memory\n";
    memory_reset_peak_usage();
    $before = memory_get_usage();
    outcome($client->download('/large', $file), $client);
    clearstatcache();
    var_dump(filesize($file) === 32 << 20, memory_get_peak_usage() - $before < 4 << 20);
    unlink($file);
    echo "nowhere\n";
    outcome($client->download('/echo', '/no/such/folder/file'), $client);
    var_dump($client->download('/echo', sys_get_temp_dir()), $client->errCode, $client->connected);
    outcome($client->download('/echo', '/dev/full'), $client);
    refused(fn() => $client->download('/', ''));
    refused(fn() => $client->download('/', $file, -1));
    $server->shutdown();
});
?>
--EXPECT--
["firstsecond","",true,0] ok 200 0  connected
["firstsRESTd","",true,6] ok 206 0  connected
["firstsRESTd","no such thing",true,6] ok 404 0  connected
["short","",true,0] failed -3 104 the connection ended before the end of the body
["","",true,0] ok 200 0  connected
GET /echo HTTP/1.1
Host: 127.0.0.1:PORT
Range: bytes=2-
Connection: keep-alive


NULL
bool(true)
32 MB, which are never in memory
ok 200 0  connected
bool(true)
bool(true)
nowhere
failed 200 2 /no/such/folder/file: No such file or directory
bool(false)
int(21)
bool(false)
failed 200 28 /dev/full: No space left on device
ValueError: Swoole\Coroutine\Http\Client::download(): Argument #2 ($file) must be a path, and argument #3 ($offset) at least 0
ValueError: Swoole\Coroutine\Http\Client::download(): Argument #2 ($file) must be a path, and argument #3 ($offset) at least 0
