--TEST--
Coroutine\Http\Server: requests, bodies, keep-alive, until shutdown()
--FILE--
<?php
use Swoole\Coroutine\Http\Server;
use Swoole\Http\Request;
use Swoole\Http\Response;

require __DIR__ . '/client.inc';

Co\run(function () {
    $server = new Server('127.0.0.1');
    var_dump($server->host, $server->port > 0, $server->fd >= 0, $server->ssl, $server->settings, $server->errCode);
    var_dump($server->set(['server_header' => 'coroutines', 'package_max_length' => '1K']), $server->settings);
    $server->handle('/', function (Request $request, Response $response) {
        $response->end($request->server['path_info'] . ' in ' . (Co::getCid() > 0 ? 'a coroutine' : 'none'));
    });
    $server->handle('/form', fn($request, $response) => $response->end(json_encode($request->post)));
    $ended = start($server);
    $client = new Client($server);
    echo $client->get('/first'), "\n", $client->get('/second?a=b'), "\n";
    $client->send('/form', "Content-Type: application/x-www-form-urlencoded\r\n", 'a=1&b=2');
    echo $client->receive(), "\n";
    $client->send('/', '', str_repeat('x', 2000));
    echo $client->receive(), "\n";
    var_dump($server->shutdown(), $ended->pop(), $server->shutdown());
});
?>
--EXPECTF--
string(9) "127.0.0.1"
bool(true)
bool(true)
bool(false)
NULL
int(0)
bool(true)
array(2) {
  ["server_header"]=>
  string(10) "coroutines"
  ["package_max_length"]=>
  string(2) "1K"
}
200 /first in a coroutine
200 /second in a coroutine
200 {"a":"1","b":"2"}
%Athe body is too large
413 413 Content Too Large
NULL
array(2) {
  [0]=>
  bool(true)
  [1]=>
  int(0)
}
NULL
