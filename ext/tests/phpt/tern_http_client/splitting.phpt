--TEST--
Tern\Http\Client: nothing that the program passes on makes two requests of one, or a field of a value
--FILE--
<?php
require __DIR__ . '/server.inc';
use Tern\Http\Client;

Co\run(function () {
    $heads = [];
    $server = new Scripted(function ($line, $head) use (&$heads) {
        $heads[] = $head;
        return response('ok');
    });
    $evil = "q=1 HTTP/1.1\r\nX-Injected: 1\r\n\r\nGET /smuggled#\0\x7F";
    foreach ([[], ['proxy' => $server->url]] as $options) {
        $client = new Client($options + ['base_url' => $server->url, 'retries' => 0]);
        attempt(fn() => $client->get('/a', ['query' => $evil]));
        attempt(fn() => $client->get('/a?b', ['query' => [$evil => $evil]]));
        attempt(fn() => (new Client($options + ['query' => $evil]))->get("$server->url/b"));
        attempt(fn() => $client->post('/a', ['form' => [$evil => $evil]]));
    }
    $client = new Client(['base_url' => $server->url, 'retries' => 0]);
    attempt(fn() => $client->get('/a b'));
    attempt(fn() => $client->get("/\r\nX-Injected: 1", []));
    attempt(fn() => $client->get('/', ['headers' => ['Host' => "a\r\nX-Injected: 1"]]));
    attempt(fn() => $client->get('/', ['headers' => ['Accept' => ['b', "c\nX-Injected: 1"]]]));
    attempt(fn() => $client->get('/', ['headers' => ["X-A: 1\r\nX-Injected" => '1']]));
    attempt(fn() => $client->get('/', ['auth' => "a\r\nX-Injected: 1"]));
    attempt(fn() => $client->get('/', ['auth' => ["a\r\nX-Injected: 1", '']]));
    attempt(fn() => $client->request("GET / HTTP/1.1\r\nX-Injected: 1\r\n\r\nGET", '/'));
    foreach ($heads as $head) {
        if (str_contains($head, "\nX-Injected")) {
            echo "split: $head";
        }
    }
    echo implode("\n", str_replace("$server->port", 'PORT', array_map(fn($seen) => substr($seen, strpos($seen, ' ') + 1), $server->seen))), "\n";
    $server->stop();
});
?>
--EXPECT--
200 ok
200 ok
200 ok
200 ok
200 ok
200 ok
200 ok
200 ok
ValueError: Tern\Http\Client::request(): Argument #2 ($url) must be an http or https URL or relative to base_url, "/a b" given
ValueError: Tern\Http\Client::request(): Argument #2 ($url) must be an http or https URL or relative to base_url, "/\r\nX-Injected: 1" given
ValueError: Tern\Http\Client::request(): Argument #3 ($options) option "headers" field "Host" must not contain line breaks and NUL bytes, "a\r\nX-Injected: 1" given
ValueError: Tern\Http\Client::request(): Argument #3 ($options) option "headers" field "Accept" must not contain line breaks and NUL bytes, "c\nX-Injected: 1" given
ValueError: Tern\Http\Client::request(): Argument #3 ($options) option "headers" must have names of letters, digits and !#$%&'*+-.^_`|~, "X-A: 1\r\nX-Injected" given
ValueError: Tern\Http\Client::request(): Argument #3 ($options) option "auth" must be a token of letters, digits and -._~+/, or an array of user and password
ValueError: Tern\Http\Client::request(): Argument #3 ($options) option "auth" must have no control characters, and no ":" in the user
ValueError: Tern\Http\Client::request(): Argument #1 ($method) must be a method such as "GET", and not "CONNECT", "GET \/ HTTP\/1.1\r\nX-Injected: 1\r\n\r\nGET" given
GET /a?q=1%20HTTP/1.1%0D%0AX-Injected:%201%0D%0A%0D%0AGET%20/smuggled%23%00%7F HTTP/1.1
GET /a?b&q%3D1%20HTTP%2F1.1%0D%0AX-Injected%3A%201%0D%0A%0D%0AGET%20%2Fsmuggled%23%00%7F=q%3D1%20HTTP%2F1.1%0D%0AX-Injected%3A%201%0D%0A%0D%0AGET%20%2Fsmuggled%23%00%7F HTTP/1.1
GET /b?q=1%20HTTP/1.1%0D%0AX-Injected:%201%0D%0A%0D%0AGET%20/smuggled%23%00%7F HTTP/1.1
POST /a HTTP/1.1
GET http://127.0.0.1:PORT/a?q=1%20HTTP/1.1%0D%0AX-Injected:%201%0D%0A%0D%0AGET%20/smuggled%23%00%7F HTTP/1.1
GET http://127.0.0.1:PORT/a?b&q%3D1%20HTTP%2F1.1%0D%0AX-Injected%3A%201%0D%0A%0D%0AGET%20%2Fsmuggled%23%00%7F=q%3D1%20HTTP%2F1.1%0D%0AX-Injected%3A%201%0D%0A%0D%0AGET%20%2Fsmuggled%23%00%7F HTTP/1.1
GET http://127.0.0.1:PORT/b?q=1%20HTTP/1.1%0D%0AX-Injected:%201%0D%0A%0D%0AGET%20/smuggled%23%00%7F HTTP/1.1
POST http://127.0.0.1:PORT/a HTTP/1.1