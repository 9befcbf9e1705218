--TEST--
Coroutine\Http\Client: gzip, deflate, br and zstd, as the server chooses or the program asks
--FILE--
<?php
require __DIR__ . '/serve.inc';
use Swoole\Coroutine\Http\Client;
use Swoole\Coroutine\Http\Server;

Co\run(function () {
    $text = str_repeat('compressible ', 10000);
    $server = new Server('127.0.0.1', 0);
    $server->handle('/', fn($request, $response) => $response->end($text));
    go(fn() => $server->start());
    $client = new Client('127.0.0.1', $server->port);
    $client->set(['timeout' => 10]);
    foreach ([null, 'gzip', 'compress', 'br', 'zstd', 'identity'] as $coding) {
        $client->setHeaders($coding === null ? [] : ['Accept-Encoding' => $coding]);
        $ok = $client->get('/');
        echo $client->headers['content-encoding'] ?? 'none', $client->body === $text ? ' as it was ' : ' different ';
        outcome($ok, $client);
    }
    $deflate = answering(fn() => answer(gzcompress($text), "Content-Encoding: deflate\r\n"));
    $other = client_of($deflate);
    var_dump($other->get('/'), $other->body === $text);
    $deflate->shutdown();
    echo "not decoded\n";
    $client->set(['body_decompression' => false]);
    $client->setHeaders(['Accept-Encoding' => 'gzip']);
    $client->get('/');
    var_dump(strlen($client->body) < 2000, gzdecode($client->body) === $text);

    echo "a bomb\n";
    $bomb = answering(fn() => answer(gzencode(str_repeat("\0", 8 << 20), 9), "Content-Encoding: gzip\r\n"));
    $client = client_of($bomb);
    var_dump($client->get('/'), strlen($client->body));
    $client = client_of($bomb, ['package_max_length' => 1 << 20]);
    outcome($client->get('/'), $client);
    $bomb->shutdown();
    $server->shutdown();
});
?>
--EXPECT--
br as it was ok 200 0  connected
gzip as it was ok 200 0  connected
none as it was ok 200 0  connected
br as it was ok 200 0  connected
zstd as it was ok 200 0  connected
none as it was ok 200 0  connected
bool(true)
bool(true)
not decoded
bool(true)
bool(true)
a bomb
bool(true)
int(8388608)
failed -3 1203 the body is larger than body_bytes
