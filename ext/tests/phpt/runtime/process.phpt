--TEST--
Runtime: exec(), shell_exec(), passthru(), popen() and proc_open() wait for their processes together
--EXTENSIONS--
posix
--FILE--
<?php
// Each process ends when its gate is opened, and the gates are opened when all have begun, the last one first.
$gate = sys_get_temp_dir() . '/tern_gate_' . getmypid();
$calls = [
    function ($waits) { var_dump(exec("$waits; echo exec; exit 3", $lines, $code), $code); },
    function ($waits) { var_dump(shell_exec("$waits; echo -n shell_exec")); },
    function ($waits) { passthru("$waits; echo passthru", $code); var_dump($code); },
    function ($waits) { $p = popen("$waits; echo -n popen; exit 4", 'r'); var_dump(fgets($p), pclose($p)); },
    function ($waits) { $p = popen("$waits; read line; exit \$line", 'w'); fwrite($p, "5\n"); var_dump(pclose($p)); },
    function ($waits) {
        $p = proc_open(['sh', '-c', "read line; $waits; echo -n \$line; exit 6"], [['pipe', 'r'], ['pipe', 'w']], $pipes);
        fwrite($pipes[0], "proc_open\n");
        var_dump(fgets($pipes[1]), proc_close($p));
    },
];
Co\run(function () use ($gate, $calls) {
    foreach ($calls as $i => $call) {
        posix_mkfifo("$gate.$i", 0600);
        $ids[$i] = go($call, "cat $gate.$i");
    }
    echo "all have begun\n";
    foreach (array_reverse($ids, true) as $i => $id) {
        fclose(fopen("$gate.$i", 'w'));
        Co::join([$id]);
        unlink("$gate.$i");
    }
});
?>
--EXPECT--
all have begun
string(9) "proc_open"
int(6)
int(5)
string(5) "popen"
int(4)
passthru
int(0)
string(10) "shell_exec"
string(4) "exec"
int(3)
