<?php
// What a program has of the process that starts it: ignored and blocked signals, standard input, descriptors.
const COMMAND = 'grep -E "^Sig(Ign|Blk)" /proc/self/status; cat; echo "cat ended with $?"; readlink /proc/self/fd/* | grep -v -E "^(/proc|pipe:)"';

function start(string $how): string
{
    if ($how === 'shell_exec') {
        return (string) shell_exec(COMMAND);
    }
    if ($how === 'popen') {
        $stream = popen(COMMAND, 'r');
        return stream_get_contents($stream) . pclose($stream);
    }
    $process = proc_open(['sh', '-c', COMMAND], [1 => ['pipe', 'w']], $pipes);
    return stream_get_contents($pipes[1]) . proc_close($process);
}

foreach (['shell_exec', 'popen', 'proc_open'] as $how) {
    echo "$how\n", start($how), "\n";
}
register_shutdown_function(static function (): void {
    echo "at the end\n", start('shell_exec');
});
