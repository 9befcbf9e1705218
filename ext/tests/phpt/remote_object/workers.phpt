--TEST--
RemoteObject\Server: a worker for each processor, as they block: while one does, another one serves
--EXTENSIONS--
posix
--FILE--
<?php
use Swoole\Process;
use Swoole\RemoteObject\Client;
use Swoole\RemoteObject\Server;
require __DIR__ . '/things.inc';

final class CountingServer extends Server
{
    public Process $process;

    public function onStart(): void
    {
        parent::onStart();
        $this->process->write('.');
    }
}

/** Returns when all workers are ready. */
function serve_with(array $options, int $workers): array
{
    $path = sys_get_temp_dir() . '/remote-object-workers-' . getmypid() . '.sock';
    $process = new Process(function (Process $process) use ($path, $options) {
        $server = new CountingServer($path, 0, $options + ['log_level' => SWOOLE_LOG_NONE]);
        $server->process = $process;
        $server->start();
    });
    $process->start();
    for ($ready = ''; strlen($ready) < $workers;) $ready .= $process->read();
    return [$process, $path, $ready];
}

echo "one for each processor\n";
[$process, $path, $ready] = serve_with([], swoole_cpu_num());
$client = new Client($path, 0);
attempt(fn () => $client->ping());
posix_kill($process->pid, 15);
Process::wait();
var_dump(strlen($ready . @$process->read()) === swoole_cpu_num());

echo "one blocks, another one serves\n";
[$process, $path] = serve_with(['worker_num' => 2], 2);
$fifos = array_map(fn (string $name) => "$path.$name", ['here', 'there']);
array_map(fn (string $fifo) => posix_mkfifo($fifo, 0600), $fifos);
Co\run(function () use ($path, $fifos) {
    [$here, $there] = $fifos;
    $busy = fopen($here, 'r+');
    $blocked = go(function () use ($path, $here, $there, &$read) {
        $client = new Client($path, 0, ['timeout' => 30]);
        $thing = $client->create(Thing::class);
        $read = $client->call('shell_exec', "echo {$thing->pid()} > $here; cat $there");
    });
    $pid = (int) fgets($busy);
    $client = new Client($path, 0, ['timeout' => 30]);
    attempt(fn () => $client->create(Thing::class)->pid() !== $pid);
    attempt(fn () => $client->call('file_put_contents', $there, 'from the other') > 0);
    Co::join([$blocked]);
    echo "$read\n";
});
array_map(unlink(...), $fifos);
posix_kill($process->pid, 15);
Process::wait();
?>
--EXPECT--
one for each processor
true
bool(true)
one blocks, another one serves
true
true
from the other
