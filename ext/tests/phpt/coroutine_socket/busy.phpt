--TEST--
Socket: one coroutine at a time for each direction
--EXTENSIONS--
sockets
--FILE--
<?php
require __DIR__ . '/pair.inc';
Co\run(function () {
    [$a, $b] = socket_pair();
    $id = go(function () use ($a) { var_dump($a->recv()); });
    try {
        $a->recv();
    } catch (Swoole\Error $error) {
        var_dump(str_starts_with($error->getMessage(), "Socket#{$a->fd} has already been bound to another coroutine#$id, reading of the same socket in coroutine#" . Co::getCid()));
        var_dump(str_contains($error->getMessage(), __FILE__), $error->getCode() === SWOOLE_ERROR_CO_HAS_BEEN_BOUND);
    }
    var_dump($a->send('the other direction is free'), $b->recv());
    $b->send('x');
    Co::sleep(0.001);
});
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
int(27)
string(27) "the other direction is free"
string(1) "x"
