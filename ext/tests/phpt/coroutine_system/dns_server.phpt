--TEST--
option dns_server: the name server that is asked
--FILE--
<?php
use Swoole\Coroutine\{Channel, Client, Socket, System};

require __DIR__ . '/dns_answer.inc';

Co\run(function () {
    $server = new Socket(AF_INET, SOCK_DGRAM);
    $server->bind('127.0.0.1');
    $asked = new Channel(10);
    go(function () use ($server, $asked) {
        while (($question = $server->recvfrom($peer, -1)) !== false) {
            $asked->push(true);
            $server->sendto($peer['address'], $peer['port'], dns_answer($question));
        }
    });
    $port = $server->getsockname()['port'];
    Co::set(['dns_server' => "127.0.0.1:$port"]);
    var_dump(System::gethostbyname('tern.test'), $asked->length() > 0, System::dnsLookup('other.test'));
    $listener = new Swoole\Coroutine\Server('127.0.0.9');
    $listener->handle(fn($connection) => $connection->send('hello'));
    go(fn() => $listener->start());
    $client = new Client(SWOOLE_SOCK_TCP);
    var_dump($client->connect('tern.test', $listener->port, 5), $client->recv());
    $listener->shutdown();
    Co::set(['dns_server' => '']);
    var_dump(System::gethostbyname('localhost'));
    $server->close();
    foreach (['name', '127.0.0.1:0', '127.0.0.1:x', '127.0.0.1:70000', '::1'] as $wrong) {
        try { Co::set(['dns_server' => $wrong]); } catch (ValueError $error) { echo $error->getMessage(), "\n"; }
    }
});
?>
--EXPECT--
string(9) "127.0.0.9"
bool(true)
string(9) "127.0.0.9"
bool(true)
string(5) "hello"
string(9) "127.0.0.1"
Swoole\Coroutine::set(): Argument #1 ($options) option "dns_server" must be an address of IPv4, with or without a port, "name" given
Swoole\Coroutine::set(): Argument #1 ($options) option "dns_server" must be an address of IPv4, with or without a port, "127.0.0.1:0" given
Swoole\Coroutine::set(): Argument #1 ($options) option "dns_server" must be an address of IPv4, with or without a port, "127.0.0.1:x" given
Swoole\Coroutine::set(): Argument #1 ($options) option "dns_server" must be an address of IPv4, with or without a port, "127.0.0.1:70000" given
Swoole\Coroutine::set(): Argument #1 ($options) option "dns_server" must be an address of IPv4, with or without a port, "::1" given
