--TEST--
RemoteObject: methods, properties, elements, iteration, strings and calls of an object in another process
--ENV--
USE_ZEND_ALLOC=1
ASAN_OPTIONS=detect_leaks=0
--FILE--
<?php
require __DIR__ . '/things.inc';

Co\run(function () {
    $client = swoole_get_default_remote_object_client();
    var_dump($client === swoole_get_default_remote_object_client(), $client === Swoole\RemoteObject\Client::getInstance($client->getId()));
    var_dump(Swoole\RemoteObject\Client::getInstance('other'), $client->ping());
    $thing = $client->create(Thing::class, 'one');
    var_dump(get_class($thing), $thing->pid() !== getmypid(), $thing->getObjectId() > 0);

    echo "methods\n";
    attempt(fn () => $thing->named(1));
    attempt(fn () => $thing->named(second: 3, first: 5));
    attempt(fn () => $thing->named(...[1, 2, 3, 4]));
    attempt(fn () => $thing("a\0b", ['x' => 1.5, 'y' => null]));
    echo "$thing\n";

    echo "objects\n";
    $other = $client->create('Thing', 'two');
    attempt(fn () => $thing->me()->me()->name);
    attempt(fn () => [$thing->same($thing), $thing->same($thing->me()), $thing->same($other)]);
    attempt(fn () => [$thing->me()->getObjectId() === $thing->getObjectId(), $thing->child]);
    attempt(fn () => $thing->add($other)->child->name);
    $child = $thing->child;
    $child->name = 'changed';
    attempt(fn () => [$other->name, isset($other->name), isset($other->nothing), isset($thing->child->child)]);
    attempt(fn () => $client->call('array_map', null, [$thing, 'text', [$other]])[2][0]->name);
    $colour = $client->create('Thing', Colour::red);
    var_dump($colour->name === Colour::red);

    echo "elements\n";
    $thing['c'] = ['deep' => true];
    $thing[] = 'last';
    unset($thing['a']);
    attempt(fn () => [$thing->list, count($thing), $thing['c'], $thing['zz'], isset($thing['b']), isset($thing['a'])]);

    echo "iteration\n";
    $rows = $client->create(Rows::class);
    foreach ([1, 2] as $turn) {
        foreach ($rows as $key => $value) {
            if ($value instanceof Swoole\RemoteObject) $value = $value->name;
            echo $key, '=', is_scalar($value) ? $value : $value->name, ' ';
        }
    }
    foreach ($client->create(ArrayIterator::class, ['x' => 1, 'y' => 2]) as $key => $value) echo "$key=$value ";
    foreach ($client->create(Thing::class, 'public') as $key => $value) echo $key, '=', json_encode($value), ' ';
    $list = $client->create(ArrayIterator::class, [10, 20, 30]);
    $list->seek(1);
    echo $list->key(), '=', $list->current(), ' ';
    $list->next();
    $list->next();
    var_dump($list->valid(), $list->current());

    echo "functions\n";
    attempt(fn () => $client->call('strrev', 'abc'));
    attempt(fn () => $client->call('Thing::alive'));
    attempt(fn () => $client->call('getmypid') === $thing->pid());
});

// Outside of coroutines it blocks.
$client = swoole_get_default_remote_object_client();
attempt(fn () => $client->create(Thing::class, 'outside')->name);
var_dump(SwooleLibrary::$remote_object_server_initiated, decoct(fileperms(SwooleLibrary::$remote_object_server_socket_file) & 0777));
?>
--EXPECT--
bool(true)
bool(true)
NULL
bool(true)
string(19) "Swoole\RemoteObject"
bool(true)
bool(true)
methods
"[1,2,[]]"
"[5,3,[]]"
"[1,2,[3,4]]"
["one",["a\u0000b",{"x":1.5,"y":null}]]
<one>
objects
"one"
[true,true,false]
[true,null]
"two"
["changed",true,false,false]
"changed"
bool(true)
elements
[{"b":2,"c":{"deep":true},"0":"last"},3,{"deep":true},null,true,false]
iteration
first=1 second=row third=blue first=1 second=row third=blue x=1 y=2 list={"a":1,"b":2} child=null name="public" 1=20 bool(false)
NULL
functions
"cba"
3
true
"outside"
bool(true)
string(3) "600"
