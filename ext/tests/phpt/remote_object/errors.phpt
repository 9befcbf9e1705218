--TEST--
RemoteObject: what is thrown there, and what cannot travel
--ENV--
USE_ZEND_ALLOC=1
ASAN_OPTIONS=detect_leaks=0
--FILE--
<?php
use Swoole\RemoteObject\Client;
use Swoole\RemoteObject\Exception;
require __DIR__ . '/things.inc';

Co\run(function () {
    $client = swoole_get_default_remote_object_client();
    $thing = $client->create(Thing::class);
    try {
        $thing->fail();
    } catch (Exception $e) {
        var_dump($e instanceof RuntimeException, $e->getMessage(), $e->getCode(), $e->getRemoteClass(), $e->getRemoteCode());
        echo preg_match('~things.inc:\d+\n#0 .*Thing->fail\(\)~', $e->getRemoteTrace()), "\n";
    }
    try {
        $client->call('fails_exactly');
    } catch (Exception $e) {
        var_dump($e->getMessage(), $e->getCode(), $e->getRemoteClass(), $e->getRemoteCode());
    }
    attempt(fn () => $client->create('NoClass'));
    attempt(fn () => $client->call('no_function'));
    attempt(fn () => $thing->noMethod());
    attempt(fn () => $thing->named('x'));
    attempt(fn () => $thing->pid);
    attempt(fn () => $client->create(Rows::class)[0]);
    attempt(fn () => count($client->create(Rows::class)));
    attempt(fn () => (string) $client->create(Rows::class));
    attempt(fn () => $client->create(Rows::class)());
    attempt(fn () => $client->execute('no_handler', []));
    attempt(fn () => $client->execute('create', []));
    attempt(fn () => $client->call('strlen', function () {}));
    attempt(fn () => $client->call('fopen', '/dev/null', 'r'));
    attempt(fn () => count($client->call('nested', 60)));
    attempt(fn () => $client->call('nested', 70));
    attempt(fn () => $client->call('unserialize', 'x'));
    attempt(fn () => unserialize('O:19:"Swoole\RemoteObject":0:{}'));
    attempt(fn () => unserialize(serialize($thing))->name);
    attempt(fn () => clone $thing);
    attempt(fn () => clone $client);
    $client->call('trigger_error', 'seen by the program', E_USER_NOTICE);
    attempt(fn () => $client->call('printf', 'printed there'));

    // Each client has objects of its own.
    $other = new Client(SwooleLibrary::$remote_object_server_socket_file);
    attempt(fn () => $other->create(Thing::class)->same($thing));
    $stranger = new Client('127.0.0.1', 1);
    attempt(fn () => $stranger->ping());
    attempt(fn () => $stranger->call('strrev', 'x'));
    attempt(fn () => new Client('127.0.0.1', 1, ['timeout' => 'long']));
    attempt(fn () => new Client('127.0.0.1', 1, ['api_key' => "a\nb"]));
    attempt(fn () => (new Client(SwooleLibrary::$remote_object_server_socket_file, 0, ['timeout' => 0.01]))->call('usleep', 200_000));

    // A client goes on after that.
    attempt(fn () => $client->call('leave'));
    attempt(fn () => $thing->name);
});
?>
--EXPECTF--
bool(true)
string(9) "it failed"
int(7)
string(15) "DomainException"
int(7)
1
string(8) "no table"
int(0)
string(5) "Exact"
string(5) "42S02"
Swoole\RemoteObject\Exception: The server does not have the class NoClass
Swoole\RemoteObject\Exception: The server does not have the function no_function()
Swoole\RemoteObject\Exception: Call to undefined method Thing::noMethod()
Swoole\RemoteObject\Exception: Thing::named(): Argument #1 ($first) must be of type int, string given, called in tern:/library/Tern/Internal/RemoteObject/Operations.php on line %d

Warning: Undefined property: Thing::$pid in tern:/library/Tern/Internal/RemoteObject/Operations.php on line %d
null
Swoole\RemoteObject\Exception: Rows does not have offsetGet()
Swoole\RemoteObject\Exception: Rows does not have count()
Swoole\RemoteObject\Exception: Rows does not have __toString()
Swoole\RemoteObject\Exception: Rows does not have __invoke()
Swoole\RemoteObject\Exception: There is no handler no_handler
Swoole\RemoteObject\Exception: The request has no parameter name
Exception: Serialization of 'Closure' is not allowed
Swoole\RemoteObject\Exception: The result is a resource (stream), which cannot leave the process: keep it in an object
1
Swoole\RemoteObject\Exception: The result has more than 64 arrays in each other

%rNotice|Warning%r: unserialize(): Error at offset 0 of 1 bytes in tern:/library/Tern/Internal/RemoteObject/Operations.php on line %d
false
Swoole\RemoteObject\Exception: This is not a serialized Swoole\RemoteObject
"thing"
Error: Call to private %SSwoole\RemoteObject::__clone() from global scope
Error: Call to private %SSwoole\RemoteObject\Client::__clone() from global scope

Notice: seen by the program in tern:/library/Tern/Internal/RemoteObject/Operations.php on line %d
printed there13
Swoole\RemoteObject\Exception: There is no object %d in this process: the connection was lost, or the server has replaced its worker
false
Swoole\RemoteObject\Exception: Cannot connect to tcp://127.0.0.1:1: Connection refused
ValueError: The option timeout of Swoole\RemoteObject\Client must be a number of seconds, string given
ValueError: The option api_key of Swoole\RemoteObject\Client must be a string of one line
Swoole\RemoteObject\Exception: unix://%s/remote-object-%s.sock has not answered within 0.01 s
bye
Swoole\RemoteObject\Exception: swoole exit
"thing"
