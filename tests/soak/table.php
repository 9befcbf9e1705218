<?php
// hammer SECONDS | killed | fill ROWS: what table.py runs. The rows say of themselves whether they are whole: `sum` is a
// checksum of `number` and `text`. Exits with 1 when something is wrong.
use Swoole\Table;

const HAMMERED_KEYS = 1000;
const KILLED_ROWS = 256;  // and more keys than that: the table is full now and then
const KILLED_KEYS = 300;
const WRITERS = 8;

function table(int $rows): Table
{
    $table = new Table($rows);
    $table->column('number', Table::TYPE_INT);
    $table->column('text', Table::TYPE_STRING, 100);
    $table->column('sum', Table::TYPE_INT);
    $table->column('count', Table::TYPE_INT);
    $table->create();
    return $table;
}

function row(int $number): array
{
    $text = str_repeat(chr(97 + $number % 26), $number % 101);
    return ['number' => $number, 'text' => $text, 'sum' => crc32("$number$text")];
}

function is_whole(array $row): bool
{
    return $row['sum'] === crc32($row['number'] . $row['text']) || array_values(array_slice($row, 0, 3)) === [0, '', 0];
}

function check(bool $right, string $what): void
{
    if (!$right) {
        fwrite(STDERR, "table: wrong: $what\n");
        exit(1);
    }
}

function fork(Closure $work): int
{
    $pid = pcntl_fork();
    if ($pid !== 0) {
        return $pid;
    }
    mt_srand(getmypid());
    $work();
    exit(0);
}

/** Counts up, if nobody else has done so meanwhile. */
function count_up(Table $table, string $key): void
{
    do {
        $count = $table->get($key, 'count');
    } while (!$table->cmpset($key, ['count' => $count], ['count' => $count + 1]));
}

/** Two processes on the same keys: no increment is lost, no row is torn, and what one has made or taken no other one has. */
function hammer(float $seconds): void
{
    $table = table(HAMMERED_KEYS);
    $done = table(64);
    for ($i = 0; $i < HAMMERED_KEYS; ++$i) {
        $table->set("key $i", row($i));
    }
    for ($process = 0; $process < 2; ++$process) {
        fork(function () use ($table, $done, $seconds, $process) {
            $calls = $tokens = 0;
            for ($end = microtime(true) + $seconds; microtime(true) < $end;) {
                for ($i = 0; $i < 1000; ++$i) {
                    $key = 'key ' . mt_rand(0, HAMMERED_KEYS - 1);
                    $i % 2 === 0 ? $table->incr($key, 'count') : count_up($table, $key);
                    mt_rand(0, 1) === 0 ? $table->set($key, row(mt_rand())) : $table->update($key, row(mt_rand()));
                    $token = 'token ' . mt_rand(0, 9);
                    $tokens += (int) $done->add($token, ['number' => 1]);
                    $token = 'token ' . mt_rand(0, 9);
                    $tokens -= (int) (mt_rand(0, 1) === 0 ? is_array($done->getdel($token)) : $done->cmpdel($token, ['number' => 1]));
                    check(is_whole($table->get('key ' . mt_rand(0, HAMMERED_KEYS - 1))), 'a row is torn');
                }
                $calls += 1000;
            }
            $done->set("process $process", ['count' => $calls, 'sum' => $tokens]);
        });
    }
    while (pcntl_wait($status) > 0) {
        check($status === 0, 'a process failed');
    }
    $expected = $counted = $tokens = $left = 0;
    foreach ($done as $key => $process) {
        $expected += $process['count'];
        $tokens += $process['sum'];
        $left += (int) str_starts_with($key, 'token');
    }
    check($tokens === $left, "$tokens more rows were made than taken, $left are there");
    foreach ($table as $row) {
        $counted += $row['count'];
    }
    check($counted === $expected, "$expected increments, $counted are in the table");
    printf(
        "hammer: %s incr() or cmpset(), set() or update(), and get() each of 2 processes on %d keys in %d s, no increment lost, no row torn\n",
        number_format($expected),
        HAMMERED_KEYS,
        $seconds,
    );
}

function write_without_end(Table $table): void
{
    for (;;) {
        $key = 'key ' . mt_rand(0, KILLED_KEYS - 1);
        match (mt_rand(0, 9)) {
            0 => $table->del($key),
            3 => is_array($row = $table->getdel($key)) && check(is_whole($row), 'a row is torn'),
            4 => is_array($row = $table->get($key)) && $table->cmpset($key, array_slice($row, 0, 3), row(mt_rand())),
            5 => is_array($row = $table->get($key)) && $table->cmpdel($key, ['sum' => $row['sum']]),
            6 => @$table->add($key, row(mt_rand())),
            7 => $table->update($key, row(mt_rand())),
            1 => @$table->incr($key, 'count'),
            2 => is_array($row = $table->get($key)) && check(is_whole($row), 'a row is torn'),
            default => @$table->set($key, row(mt_rand())),
        };
    }
}

/** All rows are whole and where they belong, all room can be used, and no lock is held by the dead. */
function scan(Table $table): int
{
    $keys = [];
    foreach ($table as $key => $row) {
        check(is_whole($row), "the row of $key is torn");
        check($table->get($key) === $row, "$key is found elsewhere");
        $keys[] = $key;
    }
    check(count(array_unique($keys)) === count($keys), 'a key is there twice');
    check(count($keys) === count($table), count($keys) . ' rows, ' . count($table) . ' counted');
    for ($i = 0; $i < KILLED_KEYS; ++$i) {
        check($table->exists("key $i") === in_array("key $i", $keys, true), "key $i is lost");
        $table->del("key $i");
    }
    check(count($table) === 0, 'rows are left');
    for ($i = 0; $i < KILLED_ROWS; ++$i) {
        check(@$table->set("other $i", row($i)), "no room for row $i");
    }
    check(@$table->set('more', row(1)) === false, 'there is more room than was asked for');
    for ($i = 0; $i < KILLED_ROWS; ++$i) {
        check($table->get("other $i", 'number') === $i && $table->del("other $i"), "other $i is lost");
    }
    return count($keys);
}

/** Prints the number of each writer; whoever reads it kills it. At the end of its input it scans the table. */
function killed(): void
{
    $table = table(KILLED_ROWS);
    $died = 0;
    $start = fn() => print(fork(fn() => write_without_end($table)) . "\n");
    for ($i = 0; $i < WRITERS; ++$i) {
        $start();
    }
    while (trim(fgets(STDIN)) === 'killed') {
        check(pcntl_wait($status) > 0 && pcntl_wifsignaled($status), 'a writer ended by itself');
        ++$died;
        $start();
    }
    for ($i = 0; $i < WRITERS; ++$i) {
        check(pcntl_wait($status) > 0 && pcntl_wifsignaled($status), 'a writer ended by itself');
    }
    $began = hrtime(true);
    $rows = scan($table);
    printf(
        "killed: %d of %d writers at random, the scan of %d rows found nothing and took %.0f ms\n",
        $died,
        WRITERS,
        $rows,
        (hrtime(true) - $began) / 1e6,
    );
}

/** The best of many short rounds, each with other keys: what they touch is in no cache. */
function lookup_ns(Table $table, array $keys): float
{
    $best = INF;
    for ($round = 0; $round < 300; ++$round) {
        $asked = [];
        for ($i = 0; $i < 1000; ++$i) {
            $asked[] = $keys[mt_rand(0, count($keys) - 1)];
        }
        $start = hrtime(true);
        foreach ($asked as $key) {
            $table->get($key, 'number');
        }
        $best = min($best, (hrtime(true) - $start) / count($asked));
    }
    return $best;
}

function shared_bytes(): int
{
    preg_match('/^RssShmem:\s+(\d+)/m', file_get_contents('/proc/self/status'), $kilobytes);
    return 1024 * $kilobytes[1];
}

/** As many random keys as rows. */
function fill(int $rows): void
{
    $table = table($rows);
    $empty = shared_bytes();
    $keys = [];
    foreach ([10, 50, 100] as $percent) {
        while (count($keys) < $rows / 100 * $percent) {
            $key = random_bytes(32);
            check(@$table->set($key, row(count($keys))), 'no room for row ' . count($keys));
            $keys[] = $key;
        }
        printf("fill: %3d %% of %s rows: a lookup takes %.0f ns\n", $percent, number_format($rows), lookup_ns($table, $keys));
    }
    check(count($table) === $rows, 'rows are missing');
    foreach ($keys as $i => $key) {
        check($table->get($key, 'number') === $i, "row $i is lost");
    }
    $ideal = 63 + 3 * 8 + 100;
    printf(
        "fill: %.1f bytes of memory for a row, %d are its key and values; the longest chain has %d rows\n",
        (shared_bytes() - $empty) / $rows,
        $ideal,
        $table->stats()['conflict_max_level'],
    );
}

match ($argv[1]) {
    'hammer' => hammer((float) $argv[2]),
    'killed' => killed(),
    'fill' => fill((int) $argv[2]),
};
