<?php
// What Tern\Cache costs beside APCu, where that is loaded, in nanoseconds of wall time: the best of ROUNDS rounds, less what
// the loop costs; and how often it has what is asked for, beside a list that drops exactly what was not used for longest.
// Prints one JSON object.
const ROUNDS = 9;
const TIMES = 200_000;
const KEYS = 1000;
const ASKED = 500_000;
const DIFFERENT = 100_000;

$keys = array_map(fn(int $i) => "user:profile:$i", range(0, KEYS - 1));

/**
 * @param list<string> $keys
 * @param callable(string): mixed $work
 */
function per_key(array $keys, callable $work): float
{
    $best = ['work' => INF, 'nothing' => INF];
    for ($round = 0; $round < ROUNDS; ++$round) {
        foreach (['work' => $work, 'nothing' => fn() => null] as $which => $each) {
            $start = hrtime(true);
            for ($i = 0; $i < TIMES; $i += KEYS) {
                foreach ($keys as $key) {
                    $each($key);
                }
            }
            $best[$which] = min($best[$which], (hrtime(true) - $start) / TIMES);
        }
    }
    return $best['work'] - $best['nothing'];
}

/**
 * Numbers from 0, the k-th asked for in proportion to 1/k.
 *
 * @return Generator<int>
 */
function zipf(int $count, int $different): Generator
{
    $sums = [];
    $sum = 0.0;
    for ($k = 1; $k <= $different; ++$k) {
        $sums[] = $sum += 1 / $k;
    }
    mt_srand(1);
    for (; $count > 0; --$count) {
        $wanted = $sum * mt_rand() / (mt_getrandmax() + 1);
        $low = 0;
        $high = $different - 1;
        while ($low < $high) {
            $middle = ($low + $high) >> 1;
            [$low, $high] = $sums[$middle] > $wanted ? [$low, $middle] : [$middle + 1, $high];
        }
        yield $low;
    }
}

/**
 * @param callable(int): bool $get
 * @param callable(int): mixed $set
 */
function hits(callable $get, callable $set): float
{
    $hits = 0;
    foreach (zipf(ASKED, DIFFERENT) as $i) {
        if ($get($i)) {
            ++$hits;
        } else {
            $set($i);
        }
    }
    return $hits / ASKED;
}

$cache = new Tern\Cache(64 << 20);
$kilobyte = random_bytes(1024);
$array = ['id' => 7, 'name' => 'Ada', 'roles' => ['admin', 'user'], 'since' => 1815.5];
foreach ($keys as $key) {
    $cache->set($key, $kilobyte);
    $cache->set("array:$key", $array);
}
/** @var array<string, array<string, float>> $result by what is done and by what */
$result = [];
$result['get, 1 KB']['tern'] = per_key($keys, fn($key) => $cache->get($key));
$result['get, no value']['tern'] = per_key($keys, fn($key) => $cache->get("no:$key"));
$result['get, an array']['tern'] = per_key($keys, fn($key) => $cache->get("array:$key"));
$result['set, 1 KB']['tern'] = per_key($keys, fn($key) => $cache->set($key, $kilobyte));
$result['increment']['tern'] = per_key($keys, fn($key) => $cache->increment("n:$key"));
if (function_exists('apcu_enabled') && apcu_enabled()) {
    foreach ($keys as $key) {
        apcu_store($key, $kilobyte);
        apcu_store("array:$key", $array);
    }
    $result['get, 1 KB']['apcu'] = per_key($keys, fn($key) => apcu_fetch($key));
    $result['get, no value']['apcu'] = per_key($keys, fn($key) => apcu_fetch("no:$key"));
    $result['get, an array']['apcu'] = per_key($keys, fn($key) => apcu_fetch("array:$key"));
    $result['set, 1 KB']['apcu'] = per_key($keys, fn($key) => apcu_store($key, $kilobyte));
    $result['increment']['apcu'] = per_key($keys, fn($key) => apcu_inc("n:$key"));
}

$cache = new Tern\Cache(8 << 20);
$value = fn(int $i) => str_repeat('x', 100 + $i * 7919 % 900);
$ratio = hits(fn($i) => $cache->get("key $i") !== null, fn($i) => $cache->set("key $i", $value($i)));
$room = count($cache);
/** @var array<int, true> $list */
$list = [];
$ideal = hits(function ($i) use (&$list) {
    if (!isset($list[$i])) {
        return false;
    }
    unset($list[$i]);
    return $list[$i] = true;
}, function ($i) use (&$list, $room) {
    $list[$i] = true;
    if (count($list) > $room) {
        unset($list[array_key_first($list)]);
    }
});
$result['hits of Zipf'] = ['tern' => $ratio, 'ideal LRU' => $ideal];
echo json_encode($result), "\n";
