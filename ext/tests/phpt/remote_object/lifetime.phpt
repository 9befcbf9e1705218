--TEST--
RemoteObject: an object lives as long as what stands for it, its client, and the connection; clients of several coroutines
--ENV--
USE_ZEND_ALLOC=1
ASAN_OPTIONS=detect_leaks=0
--FILE--
<?php
use Swoole\RemoteObject\Client;
require __DIR__ . '/things.inc';

Co\run(function () {
    swoole_library_set_option('default_remote_object_server_worker_num', 1);
    swoole_init_default_remote_object_server();
    swoole_init_default_remote_object_server();
    $path = SwooleLibrary::$remote_object_server_socket_file;
    $client = new Client("unix:$path");
    $alive = fn () => $client->call('Thing::alive');

    $one = $client->create(Thing::class);
    $two = $client->create(Thing::class);
    $again = $one->me();
    var_dump($alive());
    unset($one);
    var_dump($alive(), $again->name);
    unset($again);
    var_dump($alive());

    echo "a client ends after its objects\n";
    $make = function () use ($path) {
        $client = new Client("unix://$path");
        return [$client->create(Thing::class, 'kept'), $client->getId()];
    };
    [$kept, $id] = $make();
    var_dump($kept->name, Client::getInstance($id) !== null);
    unset($kept);
    var_dump(Client::getInstance($id));
    while ($alive() > 1) Co::sleep(0.001);  // the server has seen that the connection is closed
    echo "closed\n";

    echo "one client in several coroutines\n";
    $results = Co\map(range(1, 8), fn ($i) => $client->call('usleep', 100) ?? $client->call('str_repeat', 'x', $i));
    var_dump(implode(' ', $results));
    $blocked = go(fn () => $client->call('usleep', 20_000));
    $waits = go(function () use ($client) { attempt(fn () => $client->call('strrev', 'abc')); });
    Co::cancel($waits);
    Co::cancel($blocked, true);
    attempt(fn () => $two->name);

    echo "each coroutine has its own default client\n";
    [$first, $second] = Co\batch([fn () => swoole_get_default_remote_object_client(), fn () => swoole_get_default_remote_object_client()]);
    var_dump($first !== $second);
});
?>
--EXPECTF--
int(2)
int(2)
string(5) "thing"
int(1)
a client ends after its objects
string(4) "kept"
bool(true)
NULL
closed
one client in several coroutines
string(43) "x xx xxx xxxx xxxxx xxxxxx xxxxxxx xxxxxxxx"
Swoole\RemoteObject\Exception: The coroutine was cancelled while another one used the client
Swoole\RemoteObject\Exception: There is no object %d in this process: the connection was lost, or the server has replaced its worker
each coroutine has its own default client
bool(true)
