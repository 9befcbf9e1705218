--TEST--
Tern\Http\Client: what is stored belongs to the host that was asked for, not only to the URL
--FILE--
<?php
require __DIR__ . '/server.inc';
use Tern\Http\Client;

Co\run(function () {
    $server = new Scripted(function ($line, $head) {
        preg_match('/^Host: (\S+)/m', $head, $host);
        return response("page of $host[1]", '200 OK', 'Cache-Control: max-age=60');
    });
    foreach ([true, new Tern\Cache(1 << 20)] as $cache) {
        $client = new Client(['base_url' => $server->url, 'cache' => $cache, 'retries' => 0]);
        $ask = function (string $host, string $method = 'get') use ($client, $server) {
            $response = $client->$method('/', $host === '' ? [] : ['headers' => ['Host' => $host]]);
            echo $response->isCached ? 'cached ' : '       ', str_replace("$server->port", 'PORT', $response->body()), "\n";
        };
        foreach (['a.example', 'b.example', '', 'A.example', 'b.example', "127.0.0.1:$server->port"] as $host) {
            $ask($host);
        }
        echo "-- a change of one does not change the others\n";
        $ask('a.example', 'post');
        foreach (['a.example', 'b.example', ''] as $host) {
            $ask($host);
        }
    }
    $server->stop();
});
?>
--EXPECT--
       page of a.example
       page of b.example
       page of 127.0.0.1:PORT
cached page of a.example
cached page of b.example
cached page of 127.0.0.1:PORT
-- a change of one does not change the others
       page of a.example
       page of a.example
cached page of b.example
cached page of 127.0.0.1:PORT
       page of a.example
       page of b.example
       page of 127.0.0.1:PORT
cached page of a.example
cached page of b.example
cached page of 127.0.0.1:PORT
-- a change of one does not change the others
       page of a.example
       page of a.example
cached page of b.example
cached page of 127.0.0.1:PORT
