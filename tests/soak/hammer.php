<?php
// hammer.php SEED: a server whose workers change one table, one cache, atomics and counters behind locks, all the time.
// hammer.py kills and reloads them. Everything in there says of itself whether it is right; what is not ends the server
// with "wrong: ...". Prints its figures at the end.
use Swoole\Atomic;
use Swoole\Lock;
use Swoole\Table;

const KEYS = 200;
const WORKERS = 8;

/** A counter that only the owner of a lock changes, beside a proof that is never more than one step behind. */
final class Guarded
{
    public Lock $lock;
    public Atomic\Long $counter;
    public Atomic\Long $proof;
    public Atomic\Long $begun;
    public Atomic\Long $done;

    public function __construct(public string $name, int $kind)
    {
        $this->lock = new Lock($kind, $kind === Lock::FILELOCK ? tempnam(sys_get_temp_dir(), 'hammer') : '');
        foreach (['counter', 'proof', 'begun', 'done'] as $one) {
            $this->$one = new Atomic\Long();
        }
    }

    public function step(): void
    {
        $this->begun->add();
        $this->lock->lock() || wrong("$this->name cannot be locked: {$this->lock->errCode}");
        $seen = $this->counter->get();
        $behind = $seen - $this->proof->get();
        $behind === 0 || $behind === 1 || wrong("$this->name: $behind apart");
        $this->proof->set($seen);  // what somebody who was killed left half done
        $this->counter->set($seen + 1);
        for ($i = mt_rand(0, 50); $i > 0; --$i);
        $this->proof->set($seen + 1);
        $this->done->add();  // still in it: who is killed here has one more step than it tells
        $this->lock->unlock();
    }

    public function check(): string
    {
        $steps = $this->counter->get();
        $steps >= $this->done->get() && $steps <= $this->begun->get() || wrong("$this->name: $steps steps of {$this->done->get()} to {$this->begun->get()}");
        return "$steps with $this->name";
    }
}

function wrong(string $what): never
{
    note("wrong: $what");
    posix_kill(posix_getppid(), SIGTERM);
    posix_kill(posix_getpid(), SIGKILL);
}

function row(int $number): array
{
    $text = str_repeat(chr(97 + $number % 26), $number % 101);
    return ['number' => $number, 'text' => $text, 'sum' => crc32("$number$text")];
}

function text_of(int $key): string
{
    $bytes = str_repeat(chr(65 + mt_rand(0, 25)), mt_rand(0, 3000));
    return "$key:" . crc32($bytes) . ":$bytes";
}

final class World
{
    public Table $table;
    public Tern\Cache $cache;
    public Atomic\Long $begun;  // increments of the table's counts and of the atomic
    public Atomic\Long $done;
    public Atomic\Long $number;
    public Atomic\Long $operations;
    public array $guarded;

    public function __construct()
    {
        $this->table = new Table(KEYS);
        $this->table->column('number', Table::TYPE_INT);
        $this->table->column('text', Table::TYPE_STRING, 100);
        $this->table->column('sum', Table::TYPE_INT);
        $this->table->column('count', Table::TYPE_INT);
        $this->table->create();
        for ($i = 0; $i < KEYS / 2; ++$i) {
            $this->table->set("count $i", row($i));
        }
        $this->cache = new Tern\Cache(1 << 20);
        foreach (['begun', 'done', 'number', 'operations'] as $one) {
            $this->$one = new Atomic\Long();
        }
        $this->guarded = [new Guarded('MUTEX', Lock::MUTEX), new Guarded('RWLOCK', Lock::RWLOCK), new Guarded('FILELOCK', Lock::FILELOCK),
            new Guarded('SEM', Lock::SEM), new Guarded('SPINLOCK', Lock::SPINLOCK)];
    }

    public function act(): void
    {
        $key = mt_rand(0, KEYS - 1);
        match (mt_rand(0, 9)) {
            0 => $this->table->set("row $key", row(mt_rand(0, 1000))),
            1 => $this->table->del("row $key"),
            2 => $this->lookAt("row $key"),
            3 => $this->count($key),
            4 => $this->cache->set("k$key", text_of($key)),
            5 => $this->cache->delete("k$key"),
            6 => $this->cache->remember("k$key", null, fn() => text_of($key)),
            7 => $this->lookInto($key),
            default => $this->guarded[mt_rand(0, 4)]->step(),
        };
        $this->operations->add();
    }

    private function lookAt(string $key): void
    {
        $row = $this->table->get($key);
        $row === false || $row['sum'] === crc32($row['number'] . $row['text']) || wrong("row $key " . json_encode($row));
    }

    private function lookInto(int $key): void
    {
        $text = $this->cache->get("k$key");
        if ($text === null) {
            return;
        }
        [$of, $sum, $bytes] = explode(':', $text, 3) + ['', '', ''];
        (int) $of === $key && (int) $sum === crc32($bytes) || wrong("value of $key");
    }

    private function count(int $key): void
    {
        $this->begun->add();
        $this->table->incr('count ' . intdiv($key, 2), 'count');
        $this->number->add();
        $this->done->add();
    }

    public function check(): void
    {
        $counted = $rows = 0;
        foreach ($this->table as $key => $row) {
            ++$rows;
            $counted += $row['count'];
            $this->lookAt($key);
        }
        $rows === count($this->table) || wrong("$rows rows, " . count($this->table) . ' counted');
        [$begun, $done, $number] = [$this->begun->get(), $this->done->get(), $this->number->get()];
        $counted >= $number && $number >= $done && $counted <= $begun || wrong("$counted counts, $number added, of $done to $begun");
        note("{$this->operations->get()} operations, $counted counts,", implode(', ', array_map(fn($one) => $one->check(), $this->guarded)));
    }
}

$world = new World();
$server = new Swoole\Http\Server('127.0.0.1', 0);
$server->set(['worker_num' => WORKERS, 'max_wait_time' => 10]);
$server->on('start', fn($server) => announce($server));
$server->on('afterReload', fn() => note('RELOADED'));
$server->on('workerStart', function ($server) use ($world) {
    mt_srand();
    $server->tick(8, function () use ($world) {
        for ($i = 0; $i < 150; ++$i) {
            $world->act();
        }
    });
});
$server->on('request', fn($request, $response) => $response->end((string) $world->operations->get()));
$server->on('shutdown', fn() => $world->check());
$ok = $server->start();
foreach ($world->guarded as $one) {
    unset($one);
}
free_globals('ok');
exit($ok ? 0 : 3);
