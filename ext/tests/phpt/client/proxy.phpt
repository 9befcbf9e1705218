--TEST--
Client: through an HTTP proxy, by a unix socket, outside of coroutines
--FILE--
<?php
require __DIR__ . '/serve.inc';
use Swoole\Client;

$proxy = serve(function ($connection) {
    for ($head = ''; !str_ends_with($head, "\r\n\r\n"); $head .= fread($connection, 1)) {
    }
    fwrite($connection, match (strtok(substr($head, 8), ':')) {
        'forbidden' => "HTTP/1.1 403 No\r\n\r\n",
        'malformed' => "HTTP/1.1 200 OK\r\nno field\r\n\r\n",
        'slow' => "HTTP/1.1 102 Processing\r\n\r\nHTTP/1.0 200 OK\r\n\r\nat last",
        default => "HTTP/1.1 200 OK\r\n\r\nwelcome to " . strtok(substr($head, 8), ' '),
    });
});
$client = new Client(SWOOLE_SOCK_TCP);
$client->set(['http_proxy_host' => '127.0.0.1', 'http_proxy_port' => $proxy]);
var_dump($client->connect('some.name', 80, 5), $client->recv(), $client->close());
var_dump($client->connect('forbidden', 80, 5), $client->errCode === SWOOLE_ERROR_HTTP_PROXY_HANDSHAKE_FAILED, $client->errMsg, $client->sock);
var_dump($client->connect('malformed', 80, 5), $client->errCode === SWOOLE_ERROR_HTTP_PROXY_BAD_RESPONSE);
var_dump($client->connect('slow', 80, 5), $client->recv());

$path = sys_get_temp_dir() . '/tern-' . bin2hex(random_bytes(6));
serve(echo_back(...), "unix://$path");
$client = new Client(SWOOLE_SOCK_UNIX_STREAM);
var_dump($client->connect($path), $client->send('by path'), $client->recv());
unlink($path);
?>
--EXPECT--
bool(true)
string(23) "welcome to some.name:80"
bool(true)
bool(false)
bool(true)
string(27) "the HTTP proxy answered 403"
int(-1)
bool(false)
bool(true)
bool(true)
string(7) "at last"
bool(true)
int(7)
string(7) "by path"
