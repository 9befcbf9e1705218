--TEST--
RemoteObject\Server: its options, and who may use it
--EXTENSIONS--
posix
--FILE--
<?php
use Swoole\RemoteObject\Client;
use Swoole\RemoteObject\Server;
require __DIR__ . '/things.inc';
require __DIR__ . '/server.inc';

function request(string $fields, string $body, string $method = 'POST'): string
{
    return "$method /ping HTTP/1.1\r\n{$fields}Content-Length: " . strlen($body) . "\r\n\r\n$body";
}
const GOOD = "Host: remote-object\r\nContent-Type: application/x-php-serialized\r\n";
$body = serialize(['client_id' => 'x', 'coroutine_id' => '-1', 'released' => '']);

echo "addresses\n";
foreach (['0.0.0.0', '192.0.2.1', '::', 'example.com', ''] as $host) attempt(fn () => new Server($host, 1));
attempt(fn () => new Server('127.0.0.1', 1, ['api_key' => 1]));
attempt(fn () => new Server('127.0.0.1', 1, ['bootstrap' => false]));
attempt(fn () => new Server('127.0.0.1', 1, ['bootstrap' => '/no/file']));
var_dump(Server::DEFAULT_PORT);

echo "a unix socket is for its owner\n";
$path = sys_get_temp_dir() . '/remote-object-test-' . getmypid() . '.sock';
umask(0022);
$bootstrap = tempnam(sys_get_temp_dir(), 'bootstrap-');
file_put_contents($bootstrap, '<?php function from_bootstrap() { return umask(); }');
$server = serve($path, 0, ['bootstrap' => $bootstrap, 'socket_type' => SWOOLE_SOCK_UNIX_STREAM, 'server_mode' => SWOOLE_PROCESS]);
echo decoct(fileperms($path) & 0777), ' ', decoct(umask()), "\n";
$client = new Client($path, 0);
attempt(fn () => decoct($client->call('from_bootstrap')));
$thing = $client->create(Thing::class);
attempt(fn () => strlen($client->call('str_repeat', 'x', 5 << 20)));
attempt(fn () => $client->call('strlen', str_repeat("\0", 5 << 20)));

echo "a worker is replaced\n";
attempt(fn () => $client->call('posix_kill', $thing->pid(), 9));
attempt(fn () => $thing->name);
attempt(fn () => $client->create(Thing::class, 'new')->name);
stop($server);
unlink($bootstrap);
attempt(fn () => $client->ping());

echo "a page in a browser cannot use it\n";
$port = free_port();
$server = serve('127.0.0.1', $port, []);
$address = "tcp://127.0.0.1:$port";
attempt(fn () => (new Client(port: $port))->call('strrev', 'abc'));
echo raw($address, request(GOOD, $body)), "\n";
echo raw($address, request("Host: remote-object\r\nContent-Type: text/plain\r\n", $body)), "\n";
echo raw($address, request("Host: remote-object\r\n", $body)), "\n";
echo raw($address, request("Host: 127.0.0.1\r\nContent-Type: application/x-php-serialized\r\n", $body)), "\n";
echo raw($address, request(GOOD, $body, 'PUT')), "\n";
echo raw($address, request(GOOD, 'no array')), "\n";
echo raw($address, request(GOOD, 'O:5:"Thing":0:{}')), "\n";
stop($server);

echo "a key\n";
$server = serve('0.0.0.0', $port, ['api_key' => 'secret']);
attempt(fn () => (new Client('127.0.0.1', $port, ['api_key' => 'secret']))->call('strrev', 'abc'));
attempt(fn () => (new Client('127.0.0.1', $port, ['api_key' => 'Secret']))->call('strrev', 'abc'));
attempt(fn () => (new Client('localhost', $port))->ping());
stop($server);
?>
--EXPECTF--
addresses
ValueError: Swoole\RemoteObject\Server::__construct(): Argument #1 ($host) must be a loopback address or the path of a unix socket without the option api_key, 0.0.0.0 given
ValueError: Swoole\RemoteObject\Server::__construct(): Argument #1 ($host) must be a loopback address or the path of a unix socket without the option api_key, 192.0.2.1 given
ValueError: Swoole\RemoteObject\Server::__construct(): Argument #1 ($host) must be a loopback address or the path of a unix socket without the option api_key, :: given
ValueError: Swoole\RemoteObject\Server::__construct(): Argument #1 ($host) must be a loopback address or the path of a unix socket without the option api_key, example.com given
ValueError: Swoole\RemoteObject\Server::__construct(): Argument #1 ($host) must be a loopback address or the path of a unix socket without the option api_key,  given
ValueError: The option api_key of Swoole\RemoteObject\Server must be a string, int given
ValueError: The option bootstrap of Swoole\RemoteObject\Server must be a string, bool given
ValueError: The option bootstrap of Swoole\RemoteObject\Server must be a file that can be read, /no/file given
int(9567)
a unix socket is for its owner
600 22
"22"
5242880
5242880
a worker is replaced
Swoole\RemoteObject\Exception: unix://%s/remote-object-%s.sock has closed the connection
Swoole\RemoteObject\Exception: There is no object %d in this process: the connection was lost, or the server has replaced its worker
"new"
false
a page in a browser cannot use it
"cba"
HTTP/1.1 200 OK
HTTP/1.1 403 Forbidden
HTTP/1.1 403 Forbidden
HTTP/1.1 403 Forbidden
HTTP/1.1 403 Forbidden
HTTP/1.1 400 Bad Request
HTTP/1.1 400 Bad Request
a key
"cba"
Swoole\RemoteObject\Exception: The server refuses the request: 403 
false
