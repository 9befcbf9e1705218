--TEST--
Tern\Http\Client: a cache that processes share; a child has connections of its own
--FILE--
<?php
require __DIR__ . '/server.inc';
use Tern\Http\Client;

$cache = new Tern\Cache(1 << 20);
$client = new Client(['cache' => $cache]);
$results = tempnam(sys_get_temp_dir(), 'tern-');
Co\run(function () use ($client, $cache, $results) {
    $server = new Scripted(fn($line, $head, $body, $number) => response("made by connection $number", '200 OK', 'Cache-Control: max-age=1000'));
    echo $client->get("$server->url/a")->body(), "\n";
    $child = new Swoole\Process(function () use ($client, $server, $results) {
        $response = $client->get("$server->url/a");
        $other = $client->get("$server->url/b");
        file_put_contents($results, var_export($response->isCached, true) . " {$response->body()}, {$other->body()}\n");
    }, false, 0, true);
    $child->start();
    Co\System::waitPid($child->pid);
    echo file_get_contents($results);
    unlink($results);
    echo $client->get("$server->url/c")->body(), "\n";
    $response = $client->get("$server->url/b");
    var_dump($response->isCached, $response->body(), $cache->count() >= 2);

    // What is too large for the cache is not kept.
    $large = new Scripted(fn() => response(str_repeat('x', 2 << 20), '200 OK', 'Cache-Control: max-age=1000'));
    $client->get($large->url);
    var_dump($client->get($large->url)->isCached);
    $small = new Client(['cache' => 65536]);
    for ($i = 0; $i < 200; ++$i) {
        $small->get("$server->url/$i");
    }
    var_dump($small->get("$server->url/199")->isCached, $small->get("$server->url/0")->isCached);
    $client->close();
    $server->stop();
    $large->stop();
});
?>
--EXPECT--
made by connection 1
true made by connection 1, made by connection 2
made by connection 1
bool(true)
string(20) "made by connection 2"
bool(true)
bool(false)
bool(true)
bool(false)
