--TEST--
Runtime: standard input, and a process that is talked with
--FILE--
<?php
$code = <<<'PHP'
Co\run(function () {
    go(function () { while (($line = fgets(STDIN)) !== false) echo "got $line"; echo "end of input\n"; });
    echo "meanwhile\n";
});
PHP;
$command = [PHP_BINARY, '-n', '-d', '', '-r', $code];
$so = null;
foreach (explode("\n", file_get_contents('/proc/self/maps')) as $line) if (preg_match('~\S*/tern\.so$~', $line, $m)) $so = $m[0];
$command[3] = "extension=$so";
Co\run(function () use ($command) {
    $p = proc_open($command, [['pipe', 'r'], ['pipe', 'w']], $pipes);
    echo fgets($pipes[1]);
    foreach (['one', 'two'] as $word) {
        fwrite($pipes[0], "$word\n");
        echo fgets($pipes[1]);
    }
    fclose($pipes[0]);
    echo stream_get_contents($pipes[1]);
    var_dump(proc_close($p));
});
?>
--EXPECT--
meanwhile
got one
got two
end of input
int(0)
