<?php
// random_objects.php: random programs with eight connection objects at a time, for random_mysql.php and random_pgsql.php. A seed makes
// always the same program, and what it sees must not depend on where its connections come from, nor on which of its coroutines runs first.
//
// A program has rounds. In each of them some of the objects are used, each by a coroutine of its own, all together or one after
// another. At the end of its coroutine an object gives up its connection, unless something in its session keeps it, which only
// some of the objects may do: those `with_state`.

use Random\Engine\Mt19937;
use Random\Randomizer;

require __DIR__ . '/common.php';
require __DIR__ . '/random_statements.php';

// Chooses, the same things for each seed.
final class Dice
{
    private Randomizer $random;

    public function __construct(string $seed)
    {
        $this->random = new Randomizer(new Mt19937(crc32($seed)));
    }

    public function number(int $least, int $most): int
    {
        return $this->random->getInt($least, $most);
    }

    public function is_one_in(int $count): bool
    {
        return $this->number(1, $count) === 1;
    }

    public function one_of(array $all): mixed
    {
        return $all[$this->number(0, count($all) - 1)];
    }

    public function some_of(array $all, int $count): array
    {
        return array_map(fn($key) => $all[$key], $this->random->pickArrayKeys($all, $count));
    }

    // '{a|b}' is one of these, '{n}' a digit.
    public function text(string $template): string
    {
        return preg_replace_callback('/\{([^}]*)\}/', fn($found) => $found[1] === 'n' ? (string) $this->number(0, 9) : $this->one_of(explode('|', $found[1])), $template);
    }
}

final class Program
{
    private const OBJECTS = 8;
    private const WITH_STATE = 2;

    /** @var Statements[] */
    private array $objects = [];
    private Dice $dice;

    public function __construct(private readonly int $seed)
    {
        $this->dice = new Dice("program $seed");
        $with_state = $this->dice->some_of(range(0, self::OBJECTS - 1), self::WITH_STATE);
        for ($number = 0; $number < self::OBJECTS; ++$number) {
            $this->objects[] = new RandomStatements($number, in_array($number, $with_state, true), new Dice("object $number of $seed"));
        }
    }

    public function run(): array
    {
        $seen = [];
        for ($round = 0, $count = $this->dice->number(3, 7); $round < $count; ++$round) {
            $seen[] = match ($this->dice->number(0, 4)) {
                0, 1 => $this->together(),
                2, 3 => $this->one_by_one(),
                4 => $this->one_waits(),
            };
        }
        return $seen;
    }

    // The objects with state that have something in their session, and what that is; others must have nothing.
    public function pinned(): array
    {
        $free = count(array_filter($this->objects, fn(Statements $object) => $object->may_pin));
        return count($pins = Tern\Internal\pinned_connections()) > $free ? $pins : [];
    }

    private function together(): array
    {
        $seen = $coroutines = [];
        foreach ($this->dice->some_of($this->objects, $this->dice->number(2, self::OBJECTS)) as $object) {
            $seen[$object->number] = null;
            $coroutines[] = go(function () use ($object, &$seen) {
                $seen[$object->number] = $object->steps($object->dice->number(1, 5), false);
            });
        }
        Swoole\Coroutine::join($coroutines);
        return ['together', $seen];
    }

    private function one_by_one(): array
    {
        $seen = [];
        for ($left = $this->dice->number(2, 6); $left > 0; --$left) {
            $object = $this->dice->one_of($this->objects);
            Swoole\Coroutine::join([go(function () use ($object, &$seen) {
                $seen[] = [$object->number, $object->steps($object->dice->number(1, 3), true)];
            })]);
        }
        return ['one by one', $seen];
    }

    // One has a row, and another one waits for it.
    private function one_waits(): array
    {
        [$first, $second] = $this->dice->some_of($this->objects, 2);
        $seen = [];
        $has = new Swoole\Coroutine\Channel(1);
        Swoole\Coroutine::join([
            go(function () use ($first, &$seen, $has) {
                $seen[0] = $first->holds(fn() => $has->push(true));
            }),
            go(function () use ($second, &$seen, $has) {
                $has->pop();
                $seen[1] = $second->waits();
            }),
        ]);
        ksort($seen);
        return ['one waits', $first->number, $second->number, $seen];
    }
}

function on_program($request): array
{
    RandomStatements::$waits = isset($request->get['waits']);
    RandomStatements::prepare((int) $request->get['million']);
    $program = new Program((int) $request->get['seed']);
    $seen = $program->run();
    return ['seen' => $seen, 'pinned' => $program->pinned()];
}
