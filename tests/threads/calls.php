<?php
// The second thread uses functions that Tern replaces while coroutines of the first one wait.
$file = tempnam(sys_get_temp_dir(), 'tern-threads-');
putenv("TERN_TEST_FILE=$file");
start_thread(<<<'PHP'
    $file = getenv('TERN_TEST_FILE');
    [$here, $there] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $found = [];
    for ($i = 0; $i < 200; ++$i) {
        usleep(100);
        fwrite($here, "text\n");
        chdir('/');
        set_error_handler(fn() => true);
        ini_set('precision', '5');
        putenv("OF_THREAD=$i");
        $list = [3, 1, 2];
        usort($list, fn($one, $other) => $one <=> $other);
        call_user_func('strtoupper', 'a');
        gc_collect_cycles();
        define("C$i", $i);
        $found = [strlen('four'), implode(',', ['a', 'b']), trim(fgets($there)), (new ArrayObject(['c']))[0]];
    }
    file_put_contents($file, json_encode($found));
PHP);
Co\run(function () {
    $most = $now = 0;
    for ($i = 0; $i < 10; ++$i) {
        go(function () use (&$most, &$now) {
            for ($j = 0; $j < 5; ++$j) {
                $most = max($most, ++$now);
                usleep(2000);
                --$now;
            }
        });
    }
    echo "here: $most coroutines waited at once\n";
});
join_thread();
echo 'there: ', file_get_contents($file), "\n";
unlink($file);
