<?php
// two_users.php DRIVER PORT [EVERY [NAME]]: while one coroutine waits in a call of a client extension, a second one makes every
// other call with the objects of the same connection. The first must get what it gets alone, and nothing may crash.
//
// Reflection finds the calls. A proxy holds back what the server sends, so each call that needs the server waits. EVERY 20: one of 20
// calls is made first, and each other one beside it. With a name, only the first calls with that name are made. TWO_USERS_LOG=FILE has each pair, so a crash has a name.
use Swoole\Coroutine;
use Swoole\Coroutine\Channel;

require __DIR__ . '/stalled_proxy.php';
require __DIR__ . '/two_users_drivers.php';

error_reporting(E_ERROR);  // arguments are samples
const LIMIT_S = 3;  // of a call that has its answers

/** One call in a coroutine of its own. */
final class Run
{
    public mixed $result = null;
    public bool $done = false;
    private Channel $end;

    public function __construct(Closure $call, Objects $objects)
    {
        $this->end = new Channel(1);
        go(function () use ($call, $objects) {
            try {
                $this->result = describe($call($objects));
            } catch (Throwable $error) {
                $this->result = masked($error::class . ': ' . strtok($error->getMessage(), "\n"));
            }
            $this->done = true;
            $this->end->push(true);
        });
    }

    /** False: it does not end. */
    public function wait(): bool
    {
        return $this->done || $this->end->pop(LIMIT_S) !== false;
    }
}

/** Numbers differ from connection to connection. */
function masked(string $text): string
{
    return preg_replace('/[0-9]+(\.[0-9]+)?/', '#', $text);
}

function describe(mixed $value): string
{
    return match (true) {
        is_object($value) => $value::class,
        is_string($value) => masked($value),
        is_array($value) => masked(json_encode($value, JSON_PARTIAL_OUTPUT_ON_ERROR)),
        is_resource($value) => get_resource_type($value),
        default => masked(var_export($value, true)),
    };
}

final class Pairs
{
    public int $pairs = 0;
    public int $refused = 0;
    public int $waiting = 0;
    /** @var string[] */
    public array $failures = [];
    /** @var ?resource */
    private $log;

    public function __construct(private Driver $driver, private StalledProxy $proxy)
    {
        $this->log = getenv('TWO_USERS_LOG') ? fopen(getenv('TWO_USERS_LOG'), 'w') : null;
    }

    private function note(string $text): void
    {
        $this->log === null || fwrite($this->log, hrtime(true) . " $text\n");
    }

    /** The result of a call alone, and what its connection is good for afterwards. Null: it needs no server. */
    private function alone(string $name, Closure $call): ?string
    {
        $this->note("alone: $name");
        $objects = $this->driver->make($this->proxy);
        $this->proxy->stall();
        $first = new Run($call, $objects);
        if ($first->done) {
            $this->proxy->release();
            return null;
        }
        return $this->rest($first, $objects, []);
    }

    /** @param Run[] $others */
    private function rest(Run $first, Objects $objects, array $others): string
    {
        $this->proxy->release();
        if (!$first->wait()) {
            return 'does not end';
        }
        array_walk($others, fn(Run $other) => $other->wait());
        $probe = new Run($this->driver->probe(...), $objects);
        return $first->result . ' | ' . ($probe->wait() ? $probe->result : 'does not end');
    }

    private function second(string $first, string $name, Closure $call, Objects $objects): Run
    {
        $this->note("$first / $name");
        ++$this->pairs;
        $second = new Run($call, $objects);
        $this->note('    ' . ($second->done ? $second->result : 'waits'));
        if ($second->done && str_contains((string) $second->result, 'is used by another coroutine')) {
            ++$this->refused;
        }
        if (str_contains((string) $second->result, 'has already been bound')) {
            $this->failures[] = "$first / $name: $second->result";
        }
        return $second;
    }

    public function first(string $name, Closure $call): void
    {
        $expected = $this->alone($name, $call);
        if ($expected === null || str_starts_with($expected, 'does not end')) {
            return;
        }
        ++$this->waiting;
        $objects = $this->driver->make($this->proxy);
        $this->proxy->stall();
        $first = new Run($call, $objects);
        $others = [];
        foreach (calls($this->driver, $objects) as $other => $second) {
            $others[] = $this->second($name, $other, $second, $objects);
            if ($first->done) {
                break;  // by itself, or harmed: the result tells
            }
        }
        $found = $this->rest($first, $objects, $others);
        if ($found !== $expected) {
            $this->failures[] = "$name: $found instead of $expected";
        }
    }
}

[, $name, $port] = $argv;
$every = (int) ($argv[3] ?? 1);
$only = $argv[4] ?? null;
Coroutine\run(function () use ($name, $port, $every, $only) {
    $proxy = new StalledProxy((int) $port);
    $driver = Driver::named($name);
    $pairs = new Pairs($driver, $proxy);
    $count = 0;
    foreach (calls($driver, $driver->make($proxy)) as $first => $call) {
        if ($only === null ? $count++ % $every === 0 : $only === $first) {
            $pairs->first($first, $call);
        }
    }
    $proxy->close();
    echo "$name: $pairs->waiting calls that wait, $pairs->pairs pairs, $pairs->refused refused, ", count($pairs->failures), " failures\n";
    echo implode("\n", array_slice($pairs->failures, 0, 40)), "\n";
    exit($pairs->failures === [] ? 0 : 1);
});
