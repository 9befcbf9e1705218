<?php
// What a page of one pool can reach of another one: as JSON. ?secret=TEXT is in the other pool's environment, backwards here, ?pids=1,2 are its processes.
$found = [];
foreach (explode(',', $_GET['pids']) as $pid) {
    foreach (['environ', 'mem', 'maps', 'fd'] as $name) {
        $path = "/proc/$pid/$name";
        if ($name === 'fd' ? @scandir($path) !== false : @file_get_contents($path, false, null, 0, 16) !== false) {
            $found[] = $path;
        }
    }
    if (function_exists('posix_kill') && @posix_kill((int) $pid, 0)) {
        $found[] = "signal $pid";
    }
}
foreach (glob('/proc/self/fd/*') as $link) {
    $target = (string) @readlink($link);
    if (str_contains($target, '.log')) {
        $found[] = $target;
    }
}
ob_start();
var_dump($GLOBALS, $_SERVER, getenv(), function_exists('swoole_get_objects') ? swoole_get_objects() : null, debug_backtrace());
$found[] = str_contains(ob_get_clean(), strrev($_GET['secret'])) ? 'secret' : '';
$file = $_GET['file'];
$found[] = @file_get_contents($file) !== false ? "file $file" : '';
echo json_encode(array_values(array_filter($found)));
