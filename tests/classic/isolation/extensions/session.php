<?php
// Serializers of sessions: a page has igbinary, the other one msgpack.
function run(string $name, Closure $wait): array
{
    ini_set('session.serialize_handler', $name === 'a' ? 'igbinary' : 'msgpack');
    session_id("of$name");
    session_start();
    $one = (object) ['name' => $name];
    $_SESSION = ['x' => $one, 'y' => $one];
    $wait();
    session_write_close();
    session_start();
    return [$_SESSION['x']->name, $_SESSION['x'] === $_SESSION['y']];
}
