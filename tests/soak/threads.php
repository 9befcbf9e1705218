<?php
// What threads.py runs. Prints the number of each process that it starts; threads.py kills them. Values say of themselves
// whether they are whole. At the end of the input it scans what is left. Exits with 1 when something is wrong.
use Swoole\Thread\{ArrayList, Atomic, Lock, Map, Queue};

const PROCESSES = 8;
const KEYS = 200;
const MOST_VALUES = 500;  // of the list and the queue

function check(bool $right, string $what): void
{
    if (!$right) {
        fwrite(STDERR, "threads: wrong: $what\n");
        exit(1);
    }
}

function value(): string
{
    $text = str_repeat(chr(97 + mt_rand(0, 25)), mt_rand(0, 2000));
    return crc32($text) . ":$text";
}

function is_whole(mixed $value): bool
{
    if ($value === null || is_int($value)) {
        return true;
    }
    if ($value instanceof Map || $value instanceof ArrayList) {
        return array_reduce($value->toArray(), fn($whole, $one) => $whole && is_whole($one), true);
    }
    [$sum, $text] = explode(':', $value, 2);
    return $sum === (string) crc32($text);
}

function work(Map $map, ArrayList $list, Queue $queue, Lock $lock, Atomic $inside): void
{
    for (;;) {
        $key = 'key ' . mt_rand(0, KEYS - 1);
        $index = mt_rand(0, MOST_VALUES);
        try {
            match (mt_rand(0, 15)) {
                0, 1, 2 => $map[$key] = value(),
                3 => $map[$key] = [value(), 'nested' => [value(), mt_rand()]],
                4 => $map->offsetUnset($key),
                5 => check(is_whole($map[$key]), 'a value of the map is torn'),
                6 => $map->incr("count $index"),
                7 => count($list) < MOST_VALUES ? $list[] = value() : $list->offsetUnset($index),
                8 => $list[$index] = value(),
                9 => check(is_whole($list[$index]), 'a value of the list is torn'),
                10 => count($queue) < MOST_VALUES ? $queue->push(value(), Queue::NOTIFY_ONE) : check(is_whole($queue->pop()), 'torn'),
                11 => check(is_whole($queue->pop()), 'a value of the queue is torn'),
                12 => mt_rand(0, 20) === 0 ? $list->sort() : $map->find('none'),
                13 => mt_rand(0, 50) === 0 ? $map->clean() : check(is_whole($map), 'the map is torn'),
                14 => $queue->push($map[$key] ?? new Map([1, 2])),
                15 => with_lock($lock, $inside),
            };
        } catch (Swoole\Exception $e) {
            check($e->getMessage() === 'out of range' || str_starts_with($e->getMessage(), 'Other threads'), $e->getMessage());
        }
    }
}

/** The number is 1 while a process has the lock. One that died with it has left it so. */
function with_lock(Lock $lock, Atomic $inside): void
{
    check($lock->lock(LOCK_EX, 30), 'a lock is lost');
    check($inside->set(getmypid()) === null && $inside->get() === getmypid(), 'two processes have the lock');
    $lock->unlock();
}

function start(callable $work): void
{
    $pid = pcntl_fork();
    if ($pid === 0) {
        mt_srand(getmypid());
        $work();
        exit(1);
    }
    echo "$pid\n";
}

$map = new Map();
$list = new ArrayList();
$queue = new Queue();
$lock = new Lock();
$inside = new Atomic();
$work = fn() => work($map, $list, $queue, $lock, $inside);
for ($i = 0; $i < PROCESSES; ++$i) {
    start($work);
}
$died = 0;
while (trim(fgets(STDIN)) === 'killed') {
    check(pcntl_wait($status) > 0 && pcntl_wifsignaled($status), 'a process ended by itself');
    ++$died;
    start($work);
}
for ($i = 0; $i < PROCESSES; ++$i) {
    check(pcntl_wait($status) > 0 && pcntl_wifsignaled($status), 'a process ended by itself');
}
foreach ([$map, $list] as $container) {
    check(is_whole($container), 'a value is torn');
}
check(count($map->keys()) === count($map) && count(array_unique($map->keys())) === count($map), 'a key is there twice');
foreach ($map->toArray() as $key => $value) {
    check(is_object($value) || $map[$key] === $value, "$key is lost");
}
$values = [count($map), count($list), count($queue)];
while (count($queue) > 0) {
    check(is_whole($queue->pop()), 'a value of the queue is torn');
}
check($lock->lock(LOCK_EX, 30), 'the lock is lost');
$map->clean();
$list->clean();
for ($i = 0; $i < 100; ++$i) {
    $map[$i] = str_repeat('x', 1_500_000);  // of 256 MB, in blocks of 2 MB: nothing else is left
}
printf("threads: %d of %d processes killed at random; %d values of a map, %d of a list and %d of a queue are whole\n", $died, PROCESSES, ...$values);
