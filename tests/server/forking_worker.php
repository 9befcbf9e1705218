<?php
// Workers that fork: processes of Swoole\Process, pcntl_fork(), proc_open().

require __DIR__ . '/../support/server.php';

$server = http_server();
$server->on('request', function ($request, $response) use ($server) {
    $path = $request->server['path_info'];
    if ($path === '/process') {
        $process = new Swoole\Process(function ($process) use ($server) {
            Co\run(function () {
                Co::sleep(0.001);
            });
            $process->write(Co::getCid() . ' ' . var_export(@$server->reload(), true) . ' ' . getmypid());
            $process->read();
        });
        $process->start();
        $answer = $process->read();
        if (isset($request->get['wait'])) {
            $process->write('bye');
            Swoole\Process::wait();
        }
        $response->end($answer);
        $GLOBALS['process'] = $process;
    } elseif ($path === '/wait') {
        $GLOBALS['process']->write('bye');
        $response->end((string) Swoole\Process::wait()['code']);
    } elseif ($path === '/fork') {
        $child = pcntl_fork();
        if ($child === 0) {
            @$response->end('from the child');
            return;
        }
        $end = Co\System::waitPid($child);
        $response->end("child {$end['code']}");
    } elseif ($path === '/signals') {
        $refused = @Swoole\Process::signal(SIGTERM, fn() => null);
        $gate = new Co\Channel(1);
        $taken = Swoole\Process::signal(SIGALRM, fn(int $signal) => $gate->push($signal));
        Swoole\Process::kill(getmypid(), SIGALRM);
        $response->end(json_encode([$refused, $taken, $gate->pop(5) === SIGALRM]));
    } elseif ($path === '/open') {
        $pipes = [];
        $process = proc_open(['/bin/echo', 'opened'], [1 => ['pipe', 'w']], $pipes);
        $response->end(stream_get_contents($pipes[1]) . proc_close($process));
    } else {
        $response->end('pid ' . getmypid());
    }
});
run();
