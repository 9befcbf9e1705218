--TEST--
Tern\Http\Psr18Client: requests, responses and exceptions of PSR-18
--FILE--
<?php
require __DIR__ . '/psr.inc';
require __DIR__ . '/server.inc';
use Tern\Http\Client;
use Tern\Http\Psr18Client;

Co\run(function () {
    $server = new Scripted(fn($line, $head, $body) => match (explode(' ', $line)[1]) {
        '/gzip' => response(gzencode('decoded'), '200 OK', 'Content-Encoding: gzip'),
        '/redirect' => response('', '302 Found', 'Location: /end'),
        '/dies' => null,
        default => response("$line [$body]" . (preg_match('/^(x-two|content-length):.*/mi', $head, $m) ? $m[0] : ''), '404 Not Found', 'X-One: 1', 'X-One: 2'),
    });
    $client = new Psr18Client(new Client(['retries' => 0]), new Responses(), new Streams());
    var_dump($client instanceof Psr\Http\Client\ClientInterface);
    $response = $client->sendRequest(new Request('POST', "$server->url/a?b=c", ['X-Two' => ['1', '2'], 'Host' => ['example.org']], 'body'));
    echo $response->getStatusCode(), ' ', $response->getReasonPhrase(), ' ', $response->getProtocolVersion(), "\n", $response->getBody(), "\n";
    echo json_encode($response->getHeader('x-one')), "\n";
    $response = $client->sendRequest(new Request('GET', "$server->url/gzip"));
    echo $response->getBody(), ' ', json_encode($response->getHeader('content-encoding')), "\n";
    echo $client->sendRequest(new Request('GET', "$server->url/redirect"))->getStatusCode(), "\n";
    $following = new Psr18Client(new Client(), new Responses(), new Streams(), followRedirects: true);
    echo $following->sendRequest(new Request('GET', "$server->url/redirect"))->getStatusCode(), "\n";
    echo strlen($client->sendRequest(new Request('PUT', "$server->url/large", [], str_repeat('x', 200_000)))->getBody()) > 200_000 ? 'all of it' : '', "\n";

    foreach (["$server->url/dies", 'ftp://nowhere/', 'http://127.0.0.1:1/'] as $url) {
        try {
            $client->sendRequest($request = new Request('GET', $url));
        } catch (Psr\Http\Client\NetworkExceptionInterface $error) {
            echo 'network: ', get_debug_type($error->getPrevious()), ' ', $error->getRequest() === $request ? 'with the request' : '', "\n";
        } catch (Psr\Http\Client\RequestExceptionInterface $error) {
            echo 'request: ', get_debug_type($error->getPrevious()), ' ', $error->getRequest() === $request ? 'with the request' : '', "\n";
        }
    }
    try {
        new Psr18Client();
    } catch (RuntimeException $error) {
        echo substr($error->getMessage(), 0, 42), "\n";
    }
    $server->stop();
});
?>
--EXPECT--
bool(true)
404 Not Found 1.1
POST /a?b=c HTTP/1.1 [body]X-Two: 1
["1","2"]
decoded []
302
404
all of it
network: Tern\Http\Client\NetworkError with the request
request: ValueError with the request
network: Tern\Http\Client\NetworkError with the request
the application has no PSR-7 messages: `co
