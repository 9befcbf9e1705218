<?php
function run(string $name, Closure $wait): array
{
    $one = (object) ['name' => $name];
    $packed = msgpack_pack(['x' => $one, 'y' => $one]);
    $wait();
    $read = msgpack_unpack($packed);
    return [$read['x']->name, $read['x'] === $read['y']];
}
