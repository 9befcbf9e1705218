<?php
class Waits
{
    public function __construct(public string $name, private Closure $wait)
    {
    }

    public function __sleep(): array
    {
        ($this->wait)();
        return ['name'];
    }
}

function run(string $name, Closure $wait): array
{
    $one = new Waits($name, $wait);
    $read = igbinary_unserialize(igbinary_serialize(['x' => $one, 'y' => $one, $name, $name]));
    return [$read['x']->name, $read['x'] === $read['y'], $read[1]];
}
