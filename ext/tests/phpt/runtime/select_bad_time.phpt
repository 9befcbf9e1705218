--TEST--
Runtime: select() with a time below zero fails at once, as it does outside of coroutines
--EXTENSIONS--
sockets
--FILE--
<?php
function ask(): void
{
    socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $pair);
    $none = null;
    var_dump(@socket_select($pair, $none, $none, -1), socket_last_error() === SOCKET_EINVAL);
}
ask();
Co\run('ask');
?>
--EXPECT--
bool(false)
bool(true)
bool(false)
bool(true)
