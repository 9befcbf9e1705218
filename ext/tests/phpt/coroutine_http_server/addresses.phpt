--TEST--
Coroutine\Http\Server: IPv6, unix sockets, SO_REUSEPORT; start() again, with other options
--FILE--
<?php
use Swoole\Coroutine\Http\Server;
use Swoole\Coroutine\Socket;

function ask(int $family, string $host, int $port): string
{
    $client = new Socket($family, SOCK_STREAM);
    $client->connect($host, $port) ?: exit($client->errMsg);
    $client->send("GET /$family HTTP/1.0\r\n\r\n");
    $answer = $client->recvAll();
    return strstr($answer, "\r\n", true) . substr(strstr($answer, "\r\n\r\n"), 3);
}

function serve(Server $server): Co\Channel
{
    $ended = new Co\Channel();
    $server->handle('/', fn($request, $response) => $response->end(strtoupper($request->server['remote_addr'])));
    go(fn() => $ended->push($server->start()));
    return $ended;
}

Co\run(function () {
    $path = sys_get_temp_dir() . '/tern-' . getmypid();
    $servers = [new Server('::1'), new Server("unix:$path"), new Server('localhost')];
    $ends = array_map(serve(...), $servers);
    echo ask(AF_INET6, '::1', $servers[0]->port), "\n";
    echo ask(AF_UNIX, $path, 0), "\n";
    echo ask(AF_INET, '127.0.0.1', $servers[2]->port), "\n";
    var_dump($servers[1]->host === "unix:$path", $servers[1]->port);
    foreach ($servers as $server) {
        $server->shutdown();
    }
    foreach ($ends as $end) {
        $end->pop();
    }
    unlink($path);

    $one = new Server('127.0.0.1', 0, false, true);
    $two = new Server('127.0.0.1', $one->port, false, true);
    var_dump($one->port === $two->port);

    $ended = serve($servers[2]);
    $servers[2]->shutdown();
    $ended->pop();
    $servers[2]->set(['http_target_max_size' => 64, 'backlog' => 5]);
    $ended = serve($servers[2]);
    echo ask(AF_INET, '127.0.0.1', $servers[2]->port), "\n";
    $client = new Socket(AF_INET, SOCK_STREAM);
    $client->connect('127.0.0.1', $servers[2]->port);
    $client->send("GET /" . str_repeat('x', 70) . " HTTP/1.0\r\n\r\n");
    echo strstr($client->recv(), "\r\n", true), "\n";
    $servers[2]->shutdown();
    var_dump($ended->pop());
});
?>
--EXPECTF--
HTTP/1.1 200 OK
::1
HTTP/1.1 200 OK

HTTP/1.1 200 OK
127.0.0.1
bool(true)
int(0)
bool(true)
HTTP/1.1 200 OK
127.0.0.1
%A
HTTP/1.1 414 URI Too Long
bool(true)
