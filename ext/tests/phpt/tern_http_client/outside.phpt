--TEST--
Tern\Http\Client: outside of coroutines requests block, and connections are kept
--FILE--
<?php
require __DIR__ . '/../server.inc';
$server = start_server('$server->on("request", fn($request, $response) => $response->end(str_repeat($request->server["path_info"], 3)));');
$client = new Tern\Http\Client(['base_url' => "http://127.0.0.1:$server->port", 'http2' => false]);
for ($i = 1; $i <= 3; ++$i) {
    echo $client->get("/$i")->body(), "\n";
}
$response = $client->get('/stream', ['stream' => true]);
while (($piece = $response->read()) !== '') {
    echo $piece, "\n";
}
['opened' => $opened, 'reused' => $reused] = current($client->stats()['hosts']);
var_dump($opened, $reused, Swoole\Coroutine::getCid());
try {
    $client->get('http://127.0.0.1:1/', ['retries' => 0]);
} catch (Tern\Http\Client\NetworkError $error) {
    echo $error->getMessage(), "\n";
}
echo $server->stop();
?>
--EXPECT--
/1/1/1
/2/2/2
/3/3/3
/stream/stream/stream
int(1)
int(3)
int(-1)
GET http://127.0.0.1:1/: Connection refused
