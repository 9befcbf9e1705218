--TEST--
Coroutine\Http\Client: options that count, that count for nothing, that cannot be; published names never warn
--FILE--
<?php
require __DIR__ . '/serve.inc';
use Swoole\Constant;
use Swoole\Coroutine\Http\Client;

Co\run(function () {
    $client = new Client('127.0.0.1', 1);
    var_dump($client->set([]), $client->setting, $client->set(['timeout' => '2.5', 'max_retries' => '3', 'keep_alive' => 0]), $client->setting);
    $client->set(['timeout' => null, 'keep_alive' => null, 'write_func' => null]);
    echo json_encode($client->setting), "\n";
    foreach ([['timeout' => 'soon'], ['connect_timeout' => 1e10], ['max_retries' => -1], ['max_retries' => 256], ['max_retries' => 'many'],
        ['max_retries' => []], ['keep_alive' => []], ['write_func' => 'no_such_function'], ['http_proxy_port' => 0], ['socks5_host' => 5]] as $wrong) {
        refused(fn() => $client->set($wrong));
    }
    echo json_encode($client->setting), "\n";
    // Every name that any client of the API has had.
    foreach ((new ReflectionClass(Constant::class))->getConstants() as $name => $option) {
        if (preg_match('/^OPTION_(SSL|OPEN|PACKAGE|HTTP|WEBSOCKET|SOCKS5|SOCKET|BIND|MAX_RETRIES|KEEP|LOWER|BODY|DEFER|WRITE)/', $name)) {
            (new Client('127.0.0.1', 1))->set([$option => null]);
        }
    }
    foreach (['reconnect' => 1, 'reconnect_interval' => 1, 'ssl_compress' => true, 'websocket_mask' => true, 'websocket_compression' => true] as $name => $value) {
        $client->set([$name => $value]);
    }
    $client->set(['keep_alives' => true]);

    echo "where it comes from\n";
    $server = answering(fn($request, $socket) => answer($socket->getpeername()['address'] . ' ' . $socket->getpeername()['port']));
    $client = client_of($server, ['bind_address' => '127.0.0.9']);
    $client->get('/');
    echo explode(' ', $client->body)[0], ' ', $client->getsockname()['address'], ' ', $client->getpeername()['port'] === $server->port ? 'there' : '', "\n";
    $client->close();
    outcome($client->getsockname() !== false, $client);
    $server->shutdown();

    echo "the most bytes of a body\n";
    $server = answering(fn($request) => answer(str_repeat('x', (int) substr(explode(' ', $request)[1], 1))));
    $client = client_of($server, ['package_max_length' => 1000]);
    outcome($client->get('/1000'), $client);
    outcome($client->get('/1001'), $client);
    $server->shutdown();
});
?>
--EXPECTF--
bool(false)
array(0) {
}
bool(true)
array(3) {
  ["max_retries"]=>
  int(3)
  ["keep_alive"]=>
  bool(false)
  ["timeout"]=>
  float(2.5)
}
{"max_retries":3,"keep_alive":false,"timeout":2.5}
TypeError: Swoole\Coroutine\Http\Client::set(): Argument #1 ($settings) option "timeout" must be of type int|float, string given
ValueError: Swoole\Coroutine\Http\Client::set(): Argument #1 ($settings) option "connect_timeout" must be between -1000000000 and 1000000000, 10000000000 given
nothing
nothing
TypeError: Swoole\Coroutine\Http\Client::set(): Argument #1 ($settings) option "max_retries" must be of type int, string given
TypeError: Swoole\Coroutine\Http\Client::set(): Argument #1 ($settings) option "max_retries" must be of type int, array given
TypeError: Swoole\Coroutine\Http\Client::set(): Argument #1 ($settings) option "keep_alive" must be of type bool, array given
TypeError: Swoole\Coroutine\Http\Client::set(): Argument #1 ($settings) option "write_func" must be a callable, string given
ValueError: Swoole\Coroutine\Http\Client::set(): Argument #1 ($settings) option "http_proxy_port" must be between 1 and 65535, 0 given
TypeError: Swoole\Coroutine\Http\Client::set(): Argument #1 ($settings) option "socks5_host" must be of type string, int given
{"max_retries":255,"keep_alive":false,"timeout":2.5}
where it comes from
127.0.0.9 127.0.0.9 there
failed 200 5001 Client is not connected
the most bytes of a body
ok 200 0  connected
failed -3 1203 %s
