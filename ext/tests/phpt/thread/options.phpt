--TEST--
Thread: options of the command line are repeated in all their forms, with relative paths, and those that choose a program are not
--FILE--
<?php
preg_match('~/\S*/tern\.so~', file_get_contents('/proc/self/maps'), $found);
[$folder, $extension] = [dirname($found[0]), basename($found[0])];
file_put_contents($script = tempnam(sys_get_temp_dir(), 'tern-thread-'), '<?php
    use Swoole\Thread;
    chdir("/");
    if (Thread::getArguments() === null) {
        (new Thread(__FILE__, 1))->join();
    } else {
        echo getcwd(), " ", ini_get("precision"), " ", ini_get("memory_limit"), " ", ini_get("error_log"), " ", json_encode(array_slice($argv, 1)), "\n";
    }');
$quoted = escapeshellarg($script);
$start = 'cd ' . escapeshellarg($folder) . ' && exec ' . escapeshellarg(PHP_BINARY);
// run-tests.php sets PHPRC and the like; -n keeps the settings of the machine out.
foreach ([
    "-nd extension=./$extension -dprecision=9 -d memory_limit=64M $quoted a -d precision=1",
    "-n --define extension=./$extension --define=precision=8 -d memory_limit=65M -f $quoted -- b",
    "-n -d extension=./$extension -d precision=7 -d error_log=/x -d memory_limit=66M -r " . escapeshellarg("require '$script';") . ' -- -c',
] as $options) {
    passthru("$start $options 2>&1");
}
unlink($script);
?>
--EXPECT--
/ 9 64M  ["a","-d","precision=1"]
/ 8 65M  ["b"]
/ 7 66M /x ["-c"]
