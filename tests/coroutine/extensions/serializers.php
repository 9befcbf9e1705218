<?php
// Objects whose methods wait, in many coroutines at once: references stay those of their own value.
class Slow
{
    public ?array $self = null;

    public function __construct(public string $name)
    {
        $this->self = [$this];
    }

    public function __sleep(): array
    {
        usleep(1000);
        return ['name', 'self'];
    }

    public function __wakeup(): void
    {
        usleep(1000);
    }
}

function right(callable $pack, callable $unpack, string $name): bool
{
    $one = new Slow($name);
    $other = new Slow("$name other");
    $read = $unpack($pack([$one, $other, $one, str_repeat($name, 10), str_repeat($name, 10)]));
    return $read[0]->name === $name && $read[1]->name === "$name other" && $read[0] === $read[2] && $read[1]->self[0] === $read[1]
        && $read[3] === str_repeat($name, 10) && $read[4] === $read[3];
}

Co\run(function () {
    $found = [];
    foreach (['igbinary_serialize' => 'igbinary_unserialize', 'msgpack_pack' => 'msgpack_unpack'] as $pack => $unpack) {
        $found[$pack] = 0;
        $started = [];
        for ($i = 0; $i < 10; ++$i) {
            $started[] = go(function () use ($pack, $unpack, $i, &$found) {
                $right = right($pack, $unpack, "name $i");
                $found[$pack] += (int) $right;
            });
        }
        Co::join($started);
    }
    $packer = new MessagePack();
    $found['MessagePack'] = (int) right($packer->pack(...), $packer->unpack(...), 'object');
    echo json_encode($found);
});
