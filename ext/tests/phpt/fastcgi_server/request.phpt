--TEST--
open_fastcgi_protocol: the usual callbacks, called by the FastCGI client
--FILE--
<?php
require __DIR__ . '/../server.inc';
use Swoole\Coroutine\FastCGI\Client;
use Swoole\FastCGI\HttpRequest;

$server = start_server(
    '$server->on("request", function ($request, $response) {
        $response->status(201, "Made");
        $response->header("X-Path", $request->server["request_uri"]);
        $response->end($request->server["request_method"] . " " . $request->rawContent() . "\n");
    });',
    ['open_fastcgi_protocol' => true],
);
Co\run(function () use ($server) {
    $client = new Client("127.0.0.1:$server->port");
    foreach (['', 'body'] as $body) {
        $request = (new HttpRequest())->withKeepConn(true)->withScriptFilename('/srv/a.php')->withUri('/a.php?b')
            ->withMethod($body === '' ? 'GET' : 'POST')->withBody($body);
        $response = $client->execute($request, 10);
        echo $response->getStatusCode(), ' ', $response->getReasonPhrase(), ' ', $response->getHeader('X-Path'), "\n";
        echo $response->getBody();
    }
});
echo $server->stop();
?>
--EXPECT--
201 Made /a.php
GET 
201 Made /a.php
POST body
