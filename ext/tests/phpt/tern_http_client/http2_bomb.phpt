--TEST--
Tern\Http\Client: HTTP/2: a small body that unfolds to a large one is decoded piece by piece, and no further than the limit
--FILE--
<?php
require __DIR__ . '/server.inc';
use Swoole\Coroutine\Http\Server;
use Tern\Http\Client;

// 64 MB of zeros in 64 KB.
function bomb(): string
{
    $deflate = deflate_init(ZLIB_ENCODING_GZIP, ['level' => 9]);
    $text = '';
    for ($i = 0; $i < 64; ++$i) {
        $text .= deflate_add($deflate, str_repeat("\0", 1 << 20), $i < 63 ? ZLIB_NO_FLUSH : ZLIB_FINISH);
    }
    return $text;
}

function resident(): int
{
    preg_match('/^VmHWM:\s+(\d+)/m', file_get_contents('/proc/self/status'), $found);
    return intdiv((int) $found[1], 1024);
}

Co\run(function () {
    $server = new Server('127.0.0.1');
    $server->set(['open_http2_protocol' => true, 'http_compression' => false]);
    $bomb = bomb();
    $server->handle('/bomb', function ($request, $response) use ($bomb) {
        $response->header('Content-Encoding', 'gzip');
        $response->trailer('x-sum', '2');
        $response->write($bomb);
        $response->end();
    });
    $server->handle('/small', fn($request, $response) => $response->end('small'));
    go(fn() => $server->start());
    $client = new Client(['base_url' => "http://127.0.0.1:$server->port", 'http2' => 'prior', 'retries' => 0, 'max_body' => 1 << 20]);
    $client->get('/small');
    $before = resident();
    attempt(fn() => $client->get('/bomb'), "http://127.0.0.1:$server->port");
    attempt(fn() => $client->get('/small'));

    echo "-- in pieces\n";
    $response = $client->get('/bomb', ['stream' => true]);
    $size = $most = 0;
    while (($piece = $response->read()) !== '') {
        $size += strlen($piece);
        $most = max($most, strlen($piece));
        if (trim($piece, "\0") !== '') {
            echo "wrong bytes\n";
        }
    }
    var_dump($size === 64 << 20, $most <= 1 << 17, $response->trailers());

    echo "-- one is left unread while others go on\n";
    $response = $client->get('/bomb', ['stream' => true]);
    attempt(fn() => $client->get('/small'));
    unset($response);
    attempt(fn() => $client->get('/small'));
    $more = resident() - $before;
    $counts = getenv('USE_ZEND_ALLOC') !== '0';  // sanitizers keep what is freed for a while
    echo $more < 40 || !$counts ? "no memory was needed\n" : "$more MB more\n";
    $client->close();
    $server->shutdown();
});
?>
--EXPECT--
Tern\Http\Client\BodyTooLarge: GET URL/bomb: the body is larger than max_body
200 small
-- in pieces
bool(true)
bool(true)
array(1) {
  ["x-sum"]=>
  string(1) "2"
}
-- one is left unread while others go on
200 small
200 small
no memory was needed
