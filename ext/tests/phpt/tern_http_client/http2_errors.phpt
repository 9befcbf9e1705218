--TEST--
Tern\Http\Client: HTTP/2: a stream that the server ends, a connection that it closes
--FILE--
<?php
require __DIR__ . '/../http2_client/serve.inc';
use Tern\Http\Client as HttpClient;

function outcome(callable $call, string $url): void
{
    try {
        echo $call()->body(), "\n";
    } catch (HttpClient\Exception $error) {
        echo $error::class, ': ', str_replace($url, 'URL', $error->getMessage()), "\n";
    }
}

Co\run(function () {
    $connections = 0;
    $server = serve_frames(function (Frames $frames) use (&$connections) {
        $number = ++$connections;
        for ($count = 1; ($found = $frames->next(HEADERS)) !== null; ++$count) {
            $stream = $found[1];
            if ($number === 1) {
                $frames->send(match ($count) {
                    1 => frame(RST_STREAM, 0, $stream, pack('N', SWOOLE_HTTP2_ERROR_REFUSED_STREAM)),
                    2 => head($stream, 200) . frame(DATA, END_STREAM, $stream, 'sent again'),
                    3 => frame(RST_STREAM, 0, $stream, pack('N', SWOOLE_HTTP2_ERROR_INTERNAL_ERROR)),
                    4 => head($stream, 200) . frame(DATA, END_STREAM, $stream, 'still the same connection'),
                    5 => frame(GOAWAY, 0, 0, pack('NN', $stream - 2, 0)),
                });
                if ($count === 5) {
                    return;
                }
            } else {
                $frames->send(head($stream, 200) . frame(DATA, END_STREAM, $stream, "connection $number"));
            }
        }
    });
    $url = "http://127.0.0.1:$server->port";
    $client = new HttpClient(['base_url' => $url, 'http2' => 'prior', 'retries' => 1]);
    // Refused: the server has not begun, so that POST may be sent again.
    outcome(fn() => $client->post('/1', ['body' => 'x']), $url);
    outcome(fn() => $client->post('/2', ['body' => 'x']), $url);
    outcome(fn() => $client->post('/3', ['body' => 'x']), $url);
    outcome(fn() => $client->post('/4', ['body' => 'x']), $url);
    outcome(fn() => $client->get('/5'), $url);
    ['opened' => $opened, 'in_use' => $in_use] = current($client->stats()['hosts']);
    var_dump($opened, $in_use);
    $client->close();
    $server->shutdown();
});
?>
--EXPECT--
sent again
Tern\Http\Client\NetworkError: POST URL/2: the stream has ended with code 2
still the same connection
connection 2
connection 2
int(2)
int(0)
