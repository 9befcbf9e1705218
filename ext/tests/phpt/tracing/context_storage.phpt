--TEST--
A context for each coroutine, as OpenTelemetry's API wants it: taken over from the one that started it, gone with it
--FILE--
<?php
use Swoole\Coroutine;

// As its storage does it: ids of coroutines name contexts, and what is in getContext() ends one.
final class Storage
{
    public array $contexts = [-1 => 'root'];

    public function current(): string
    {
        return $this->contexts[$this->id()];
    }

    public function attach(string $context): void
    {
        $this->splitOff();
        $this->contexts[$this->id()] = $context;
    }

    // Those that this one has started keep what it had.
    private function splitOff(): void
    {
        foreach (Coroutine::listCoroutines() as $id) {
            if (Coroutine::getPcid($id) === Coroutine::getCid() && !$this->has($id)) {
                $this->copy(Coroutine::getCid(), $id);
            }
        }
    }

    private function id(): int
    {
        $id = Coroutine::getCid();
        if ($id !== -1 && !$this->has($id)) {
            for ($from = $id; ($from = Coroutine::getPcid($from)) !== -1 && !$this->has($from););
            $this->copy($from, $id);
        }
        return $id;
    }

    private function has(int $id): bool
    {
        return isset(Coroutine::getContext($id)[self::class]);
    }

    private function copy(int $from, int $to): void
    {
        $this->contexts[$to] = $this->contexts[$from] ?? 'none';
        Coroutine::getContext($to)[self::class] = new class($this, $to) {
            public function __construct(private Storage $storage, private int $id)
            {
            }

            public function __destruct()
            {
                unset($this->storage->contexts[$this->id]);
            }
        };
    }
}

$storage = new Storage();
Co\run(function () use ($storage) {
    $storage->attach('request');
    $gate = new Coroutine\Channel(1);
    go(function () use ($storage, $gate) {
        echo 'child: ', $storage->current(), "\n";
        $storage->attach('child');
        $gate->pop();
        echo 'child, after a wait: ', $storage->current(), "\n";
        go(fn () => print('grandchild: ' . $storage->current() . "\n"));
    });
    go(function () use ($storage, $gate) {
        $gate->pop();
        echo 'one that was not asked before: ', $storage->current(), "\n";
    });
    $storage->attach('later');
    echo 'parent: ', $storage->current(), "\n";
    $gate->push(1);
    $gate->push(2);
});
echo 'outside: ', json_encode($storage->contexts), "\n";
?>
--EXPECT--
child: request
parent: later
child, after a wait: child
grandchild: child
one that was not asked before: request
outside: {"-1":"root"}
