--TEST--
Tern\Http\Client: redirects, by the rules of RFC 9110, section 15.4
--FILE--
<?php
require __DIR__ . '/server.inc';
use Tern\Http\Client;

Co\run(function () {
    $other = new Scripted(fn($line, $head, $body) => response("other: $line " . (preg_match('/^(authorization|cookie|x-mine).*$/mi', $head, $m) ? trim($m[0]) : 'no field')));
    $server = new Scripted(function ($line, $head, $body) use (&$other) {
        [$method, $path] = explode(' ', $line);
        $to = fn($status, $location) => response('moved', "$status Moved", "Location: $location");
        return match (true) {
            $path === '/end' => response("$method [$body] " . (preg_match('/^content-type.*$/mi', $head, $m) ? trim($m[0]) : 'no type')
                . ' ' . (preg_match('/^authorization.*$/mi', $head, $m) ? 'with auth' : 'no auth')),
            str_starts_with($path, '/to') => $to(substr($path, 3, 3), '/end'),
            $path === '/relative/a' => $to(302, 'b/../c?x=1'),
            $path === '/relative/c?x=1' => $to(302, '?y=2#part'),
            $path === '/relative/c?y=2' => response('relative'),
            $path === '/loop' => $to(302, '/loop'),
            $path === '/other' => $to(307, "$other->url/x"),
            $path === '/ftp' => $to(302, 'ftp://example.org/'),
            $path === '/nowhere' => response('no location', '302 Found'),
            default => response('?', '404 Not Found'),
        };
    });
    $client = new Client(['base_url' => $server->url, 'auth' => 'secret', 'headers' => ['Cookie' => 'a=b']]);
    foreach ([301, 302, 303, 307, 308, 304] as $status) {
        attempt(fn() => $client->post("/to$status", ['body' => 'x', 'headers' => ['Content-Type' => 'text/plain']]));
    }
    attempt(fn() => $client->put('/to301', ['body' => 'x']));
    attempt(fn() => $client->put('/to303', ['body' => 'x']));
    attempt(fn() => $client->head('/to303'));
    attempt(fn() => $client->post('/to307', ['body' => fn() => ['again', ' and again']]));
    attempt(fn() => $client->post('/to307', ['body' => (fn() => yield 'once')()]), $server->url);
    attempt(fn() => $client->get('/relative/a'));
    attempt(fn() => $client->get('/loop', ['redirects' => 3]), $server->url);
    attempt(fn() => $client->get('/loop', ['redirects' => 0]));
    attempt(fn() => $client->get('/ftp'), $server->url);
    attempt(fn() => $client->get('/nowhere'));
    attempt(fn() => $client->get('/other'));
    attempt(fn() => $client->get('/other', ['auth' => 'x', 'headers' => ['Cookie' => null, 'X-Mine' => '1']]));
    $response = $client->get('/relative/a', ['stream' => true]);
    var_dump($response->url === "$server->url/relative/c?y=2", $response->body());
    var_dump($client->stats()['redirects'], $client->stats()['hosts'][$server->url]['opened']);
    $server->stop();
    $other->stop();
    $client->close();
});
?>
--EXPECT--
200 GET [] no type with auth
200 GET [] no type with auth
200 GET [] no type with auth
200 POST [x] Content-Type: text/plain with auth
200 POST [x] Content-Type: text/plain with auth
304 
200 PUT [x] Content-Type: application/octet-stream with auth
200 GET [] no type with auth
200 
200 POST [again and again] Content-Type: application/octet-stream with auth
Tern\Http\Client\RedirectError: POST URL/to307: a redirect to URL/end with a body that cannot be sent twice
200 relative
Tern\Http\Client\TooManyRedirects: GET URL/loop: more than 3 redirects
302 moved
Tern\Http\Client\RedirectError: GET URL/ftp: a redirect to what is no http or https URL: "ftp://example.org/"
302 no location
200 other: GET /x HTTP/1.1 no field
200 other: GET /x HTTP/1.1 X-Mine: 1
bool(true)
string(8) "relative"
int(20)
int(1)
