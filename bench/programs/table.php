<?php
// What the calls of a table cost, in nanoseconds of wall time: the best of ROUNDS rounds, less what the loop around them
// costs. Prints one JSON object. Only uses the published API, so that it runs with every extension that has it.
use Swoole\Table;

const ROUNDS = 100;
const TIMES = 10_000;
const KEYS = 1000;

/** @param callable(int): mixed $work */
function best(callable $work): float
{
    $best = INF;
    for ($round = 0; $round < ROUNDS; ++$round) {
        $start = hrtime(true);
        $work(TIMES);
        $best = min($best, (hrtime(true) - $start) / TIMES);
    }
    return $best;
}

$table = new Table(2 * KEYS);
$table->column('id', Table::TYPE_INT);
$table->column('name', Table::TYPE_STRING, 64);
$table->column('score', Table::TYPE_FLOAT);
$table->create();
$keys = [];
for ($i = 0; $i < KEYS; ++$i) {
    $keys[] = "user:$i";
    $table->set("user:$i", ['id' => $i, 'name' => "name $i", 'score' => $i / 2]);
}
$loop = best(function (int $n) use ($keys) {
    for ($i = 0; $i < $n; ++$i) {
        $key = $keys[$i % KEYS];
    }
});
$row = ['id' => 1, 'name' => 'somebody', 'score' => 1.5];

$result = [];
$result['Table: set, three columns'] = best(function (int $n) use ($table, $keys, $row) {
    for ($i = 0; $i < $n; ++$i) {
        $table->set($keys[$i % KEYS], $row);
    }
}) - $loop;
$result['Table: set, one number'] = best(function (int $n) use ($table, $keys) {
    for ($i = 0; $i < $n; ++$i) {
        $table->set($keys[$i % KEYS], ['id' => $i]);
    }
}) - $loop;
$result['Table: get, three columns'] = best(function (int $n) use ($table, $keys) {
    for ($i = 0; $i < $n; ++$i) {
        $table->get($keys[$i % KEYS]);
    }
}) - $loop;
$result['Table: get, one column'] = best(function (int $n) use ($table, $keys) {
    for ($i = 0; $i < $n; ++$i) {
        $table->get($keys[$i % KEYS], 'id');
    }
}) - $loop;
$result['Table: exists'] = best(function (int $n) use ($table, $keys) {
    for ($i = 0; $i < $n; ++$i) {
        $table->exists($keys[$i % KEYS]);
    }
}) - $loop;
$result['Table: incr'] = best(function (int $n) use ($table, $keys) {
    for ($i = 0; $i < $n; ++$i) {
        $table->incr($keys[$i % KEYS], 'id');
    }
}) - $loop;
$result['Table: set of a new row + del'] = best(function (int $n) use ($table, $row) {
    for ($i = 0; $i < $n; ++$i) {
        $table->set('new', $row);
        $table->del('new');
    }
}) - $loop;
echo json_encode($result), "\n";
