--TEST--
Tern\Http\Client: responses are kept and used again as RFC 9111 says
--FILE--
<?php
require __DIR__ . '/server.inc';
use Tern\Http\Client;

Co\run(function () {
    $times = [];
    $fields = [];
    $fails = false;
    $server = new Scripted(function ($line, $head) use (&$times, &$fields, &$fails) {
        [$method, $path] = explode(' ', $line);
        $time = $times["$method $path"] = ($times["$method $path"] ?? 0) + 1;
        if ($fails) {
            return response('broken', '500 Broken');
        }
        $tag = $fields[$path]['etag'] ?? '';
        if ($tag !== '' && str_contains($head, "If-None-Match: $tag\r\n")) {
            return "HTTP/1.1 304 Not Modified\r\nX-Time: $time\r\nContent-Type: changed\r\n\r\n";
        }
        $user = preg_match('/^(?:authorization|x-kind): (.*)\r$/mi', $head, $found) ? " for $found[1]" : '';
        return response("$path $time$user", '200 OK', 'Content-Type: text/plain', ...array_map(fn($name, $value) => "$name: $value",
            array_keys($fields[$path] ?? []), $fields[$path] ?? []));
    });
    $client = new Client(['base_url' => $server->url, 'cache' => true, 'retries' => 0]);
    $get = function (string $path, array $headers = [], array $more = []) use ($client) {
        $response = $client->get($path, ['headers' => $headers] + $more);
        echo $response->isCached ? 'cached ' : '       ', $response->status, ' ', $response->body(), "\n";
        return $response;
    };
    $old = gmdate('D, d M Y H:i:s', time() - 1000) . ' GMT';
    $fields = [
        '/fresh' => ['Cache-Control' => 'public, max-age=1000'],
        '/none' => [],
        '/no-store' => ['Cache-Control' => 'max-age=1000, no-store'],
        '/no-cache' => ['Cache-Control' => 'no-cache', 'etag' => '"1"'],
        '/aged' => ['Cache-Control' => 'max-age=1000', 'Age' => '1001'],
        '/old' => ['Cache-Control' => 'max-age=999', 'Date' => $old],
        '/expires' => ['Expires' => gmdate('D, d M Y H:i:s', time() + 1000) . ' GMT'],
        '/expired' => ['Expires' => '0', 'Last-Modified' => $old],
        '/heuristic' => ['Last-Modified' => gmdate('D, d M Y H:i:s', time() - 86400) . ' GMT'],
        '/vary' => ['Cache-Control' => 'max-age=1000', 'Vary' => 'X-Kind, accept'],
        '/star' => ['Cache-Control' => 'max-age=1000', 'Vary' => '*'],
        '/etag' => ['Cache-Control' => 'max-age=0', 'etag' => '"e"'],
        '/stale' => ['Cache-Control' => 'max-age=0, stale-if-error=1000', 'etag' => '"s"'],
        '/strict' => ['Cache-Control' => 'max-age=0, must-revalidate, stale-if-error=1000', 'etag' => '"s"'],
    ];
    foreach (array_keys($fields) as $path) {
        $get($path);
        $get($path);
    }
    echo "-- the age is told\n";
    $age = $get('/fresh')->header('age');
    var_dump($age !== null && (int) $age < 100);
    echo "-- what the request wants\n";
    $get('/fresh', ['Cache-Control' => 'no-cache']);
    $get('/fresh', ['Pragma' => 'no-cache']);
    $get('/fresh', ['Cache-Control' => 'no-store']);
    $get('/fresh', ['Cache-Control' => 'min-fresh=2000']);
    $get('/fresh', ['Cache-Control' => 'only-if-cached']);
    $get('/new', ['Cache-Control' => 'only-if-cached']);
    $get('/aged', ['Cache-Control' => 'max-stale=10']);
    $get('/aged', ['Cache-Control' => 'max-stale=0']);
    $get('/fresh', ['Range' => 'bytes=0-1']);
    echo "-- variants, users\n";
    $get('/vary', ['X-Kind' => 'a']);
    $get('/vary', ['X-Kind' => 'b']);
    $get('/vary', ['X-Kind' => 'a']);
    $get('/fresh', [], ['auth' => 'ann']);
    $get('/fresh', [], ['auth' => 'bob']);
    $get('/fresh', [], ['auth' => 'ann']);
    echo "-- a 304 renews what is stored\n";
    $response = $get('/etag');
    echo $response->header('x-time'), ' ', $response->header('content-type'), "\n";
    echo "-- other methods\n";
    $client->head('/fresh');
    $get('/fresh');
    $client->post('/fresh');
    $get('/fresh');
    echo "-- errors\n";
    $fails = true;
    $client->put('/fresh');
    $get('/fresh');
    $get('/stale');
    $get('/strict');
    $server->stop();
    attempt(fn() => $client->get('/stale', ['timeout' => 0.5]), $server->url);
    var_dump($client->stats()['from_cache']);
    $client->close();
});
?>
--EXPECT--
       200 /fresh 1
cached 200 /fresh 1
       200 /none 1
       200 /none 2
       200 /no-store 1
       200 /no-store 2
       200 /no-cache 1
cached 200 /no-cache 1
       200 /aged 1
       200 /aged 2
       200 /old 1
       200 /old 2
       200 /expires 1
cached 200 /expires 1
       200 /expired 1
       200 /expired 2
       200 /heuristic 1
cached 200 /heuristic 1
       200 /vary 1
cached 200 /vary 1
       200 /star 1
       200 /star 2
       200 /etag 1
cached 200 /etag 1
       200 /stale 1
cached 200 /stale 1
       200 /strict 1
cached 200 /strict 1
-- the age is told
cached 200 /fresh 1
bool(true)
-- what the request wants
       200 /fresh 2
       200 /fresh 3
       200 /fresh 4
       200 /fresh 5
cached 200 /fresh 5
cached 504 
cached 200 /aged 2
       200 /aged 3
       200 /fresh 6
-- variants, users
       200 /vary 2 for a
       200 /vary 3 for b
cached 200 /vary 2 for a
       200 /fresh 7 for Bearer ann
       200 /fresh 8 for Bearer bob
cached 200 /fresh 7 for Bearer ann
-- a 304 renews what is stored
cached 200 /etag 1
3 text/plain
-- other methods
cached 200 /fresh 5
       200 /fresh 9
-- errors
cached 200 /fresh 9
cached 200 /stale 1
       500 broken
200 /stale 1
int(18)
