<?php
// cache.php [KILLS [SEED]]: two processes use one Tern\Cache all the time, one is killed at random, again and again. What
// is in the cache has to be right after each kill, and everything has to go on. Needs pcntl and posix. Prints one line.
const KEYS = 300;

[, $kills, $seed] = $argv + [1 => 1000, 2 => 7];
mt_srand((int) $seed);
$cache = new Tern\Cache(1 << 20);

function value(int $key): string
{
    $bytes = str_repeat(chr(65 + mt_rand(0, 25)), mt_rand(0, 3000));
    return "$key:" . crc32($bytes) . ":$bytes";
}

function is_right(int $key, mixed $value): bool
{
    [$of, $sum, $bytes] = explode(':', $value, 3) + ['', '', ''];
    return (int) $of === $key && (int) $sum === crc32($bytes);
}

function work(Tern\Cache $cache, int $parent): never
{
    mt_srand();
    while (posix_getppid() === $parent) {
        $key = mt_rand(0, KEYS - 1);
        switch (mt_rand(0, 5)) {
            case 0: $cache->set("k$key", value($key));
                break;
            case 1: $cache->delete("k$key");
                break;
            case 2: $cache->add("k$key", value($key), 0.01);
                break;
            case 3: $cache->increment("n$key");
                break;
            case 4: $cache->remember("k$key", null, fn() => value($key));
                break;
            default:
                $value = $cache->get("k$key");
                if ($value !== null && !is_right($key, $value)) {
                    fwrite(STDERR, "wrong: $key\n");
                    exit(1);
                }
        }
    }
    exit(1);
}

function start(Tern\Cache $cache): int
{
    $parent = posix_getpid();
    $pid = pcntl_fork();
    return $pid === 0 ? work($cache, $parent) : $pid;
}

$pids = [start($cache), start($cache)];
$checked = 0;
for ($i = 0; $i < $kills; ++$i) {
    $one = mt_rand(0, 1);
    for ($until = hrtime(true) + mt_rand(0, 3_000_000); hrtime(true) < $until;) {
        $cache->increment('mine');
    }
    posix_kill($pids[$one], SIGKILL);
    pcntl_waitpid($pids[$one], $status);
    if (!pcntl_wifsignaled($status)) {
        exit("a process ended by itself\n");
    }
    for ($key = 0; $key < KEYS; ++$key) {
        $value = $cache->get("k$key");
        if ($value !== null && !is_right($key, $value)) {
            exit("wrong after kill $i: $key\n");
        }
        $checked += $value !== null;
        if ($cache->remember("k$key", null, fn() => value($key)) === null) {
            exit("nothing was made for $key\n");
        }
    }
    $pids[$one] = start($cache);
}
foreach ($pids as $pid) {
    posix_kill($pid, SIGKILL);
    pcntl_waitpid($pid, $status);
}
$stats = $cache->stats();
echo "$kills kills, $checked values right, {$stats['stored']} stored, {$stats['evicted']} evicted, {$stats['lost']} lost with the dead\n";
