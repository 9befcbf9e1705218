--TEST--
swoole_client_select(): clients, streams, numbers and sockets, outside of coroutines and in them
--FILE--
<?php
require __DIR__ . '/serve.inc';
use Swoole\Client;

$port = serve(echo_back(...));
$other = serve(fn($connection) => fread($connection, 1));

function connected(int $port): Client
{
    $client = new Client(SWOOLE_SOCK_TCP);
    $client->connect('127.0.0.1', $port, 5);
    return $client;
}

function check(int $port, int $other): void
{
    [$one, $two] = [connected($port), connected($other)];
    [$here, $there] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $read = ['one' => $one, 'two' => $two, 'stream' => $here];
    $write = null;
    $except = [];
    var_dump(swoole_client_select($read, $write, $except, 0), $read, $write, $except);

    $read = ['one' => $one, 'two' => $two, 'stream' => $here];
    $write = [7 => $two];
    $one->send('x');
    var_dump(swoole_client_select($read, $write, $except, 5) >= 1, array_keys($write));
    $read = ['one' => $one, 'two' => $two];
    $write = null;
    var_dump(swoole_select($read, $write, $except), array_keys($read), $one->recv());

    fwrite($there, 'y');
    $read = [$here, Swoole\Coroutine\Socket::import($here), $there];
    var_dump(swoole_client_select($read, $write, $except, 5), array_keys($read));
    $read = [$one->sock, $one];
    $one->send('z');
    var_dump(swoole_client_select($read, $write, $except, 5), $one->recv());

    // What is received already, but not returned yet, and the end of a connection.
    $one->set(['open_eof_check' => true, 'package_eof' => ';']);
    $one->send('a;b;');
    var_dump($one->recv());
    $read = [$one];
    var_dump(swoole_client_select($read, $write, $except, 5), $one->recv());
    $two->send('e');
    $read = [$one, $two];
    var_dump(swoole_client_select($read, $write, $except, 5), array_keys($read), $two->recv());

    $two->close();
    $read = [$two, $one];
    var_dump(swoole_client_select($read, $write, $except, 0));
    $one->close();
    $read = [$one, $two];
    var_dump(@swoole_client_select($read, $write, $except, 0), count($read));
    $read = ['text'];
    try {
        swoole_client_select($read, $write, $except, 0);
    } catch (Throwable $error) {
        report($error);
    }
}

function output(callable $function): string
{
    ob_start();
    $function();
    return ob_get_clean();
}

$outside = output(fn() => check($port, $other));
Co\run(function () use ($port, $other, $outside) {
    $inside = output(fn() => check($port, $other));
    var_dump($inside === $outside);
    // Others run meanwhile.
    $client = connected($port);
    go(fn() => $client->send('woken'));
    $read = [$client];
    $none = null;
    var_dump(swoole_client_select($read, $none, $none, 5), $client->recv());
});
echo $outside;

echo "connect() that does not wait\n";
$client = new Client(SWOOLE_SOCK_TCP);
$write = [$client];
$none = null;
var_dump($client->connect('localhost', $port, 5, 1), swoole_client_select($none, $write, $none, 5), $client->send('first'), $client->recv());
$closed = stream_socket_server('tcp://127.0.0.1:0');
$name = stream_socket_get_name($closed, false);
fclose($closed);
$client = new Client(SWOOLE_SOCK_TCP);
var_dump($client->connect('127.0.0.1', (int) explode(':', $name)[1], 5, 1) && $client->send('x'), $client->errCode);
?>
--EXPECT--
bool(true)
int(1)
string(5) "woken"
int(0)
array(0) {
}
NULL
array(0) {
}
bool(true)
array(1) {
  [0]=>
  int(7)
}
int(1)
array(1) {
  [0]=>
  string(3) "one"
}
string(1) "x"
int(2)
array(2) {
  [0]=>
  int(0)
  [1]=>
  int(1)
}
int(2)
string(1) "z"
string(2) "a;"
int(1)
string(2) "b;"
int(1)
array(1) {
  [0]=>
  int(1)
}
string(0) ""
int(0)
bool(false)
int(2)
TypeError: swoole_client_select(): Argument #1 must have clients, sockets, streams and descriptors, string given
connect() that does not wait
bool(true)
int(1)
int(5)
string(5) "first"
bool(false)
int(111)
