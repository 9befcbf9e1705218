--TEST--
Runtime: wait3() waits for children while others run
--EXTENSIONS--
pcntl
--FILE--
<?php
Co\run(function () {
    $process = proc_open(['sh', '-c', 'read line; exit $line'], [['pipe', 'r']], $pipes);
    $id = go(function () {
        $usage = [];
        $pid = pcntl_wait($status, WUNTRACED, $usage);
        echo $pid > 0 ? 'ended: ' : 'failed: ', pcntl_wexitstatus($status), isset($usage['ru_utime.tv_sec']) ? '' : ' no usage', "\n";
    });
    echo "waits\n";
    fwrite($pipes[0], "7\n");
    Co::join([$id]);
});
?>
--EXPECT--
waits
ended: 7
