--TEST--
Connection\Iterator: before the server runs there are no connections
--FILE--
<?php
$server = new Swoole\Server('127.0.0.1', 0);
$port = $server->listen('127.0.0.1', 0, SWOOLE_SOCK_TCP);
foreach ([$server->connections, $port->connections] as $connections) {
    var_dump($connections instanceof Swoole\Connection\Iterator, count($connections), iterator_to_array($connections));
    var_dump(isset($connections[1]), $connections[1], $connections->valid(), $connections->current());
}
foreach (['offsetSet' => [1, 2], 'offsetUnset' => [1]] as $method => $arguments) {
    try {
        $connections->$method(...$arguments);
    } catch (Error $error) {
        echo $error->getMessage(), "\n";
    }
}
var_dump(count(new Swoole\Connection\Iterator()), iterator_to_array(new Swoole\Connection\Iterator()));
?>
--EXPECT--
bool(true)
int(0)
array(0) {
}
bool(false)
bool(false)
bool(false)
bool(false)
bool(true)
int(0)
array(0) {
}
bool(false)
bool(false)
bool(false)
bool(false)
Connections cannot be written to
Connections are closed by Server::close()
int(0)
array(0) {
}
