<?php
// 200,000 coroutines that sleep at once, in one process: what each costs, and how many mappings the kernel counts.
// Usage: php sleepers.php [HOW MANY]
$wanted = (int) ($argv[1] ?? 200_000);
$memory = function (): int {
    preg_match_all('/^(?:VmRSS|VmPTE):\s+(\d+)/m', file_get_contents('/proc/self/status'), $kilobytes);
    return array_sum($kilobytes[1]) * 1024;
};
Co::set(['max_coroutine' => $wanted + 10]);
Co\run(function () use ($wanted, $memory) {
    $woken = 0;
    $sleep = function () use (&$woken) {
        Co::sleep(10);
        ++$woken;
    };
    go(fn() => Co::sleep(0.001));
    $before = $memory();
    $start = microtime(true);
    for ($i = 0; $i < $wanted; ++$i) {
        go($sleep);
    }
    printf(
        "%d sleep: %.0f bytes each, page tables included; %d mappings of at most %d; made in %.2f s\n",
        Co::stats()['coroutine_num'] - 1,
        ($memory() - $before) / $wanted,
        count(file('/proc/self/maps')),
        file_get_contents('/proc/sys/vm/max_map_count'),
        microtime(true) - $start,
    );
    while (Co::stats()['coroutine_num'] > 1) {
        Co::sleep(0.1);
    }
    echo "$woken woke up\n";
});
