--TEST--
Coroutine\FastCGI: a server that sends without end, or too much, ends neither the process nor the turns of other coroutines
--INI--
memory_limit=32M
--FILE--
<?php
require __DIR__ . '/peer.inc';
use Swoole\Coroutine\FastCGI\Client;
use Swoole\FastCGI\Record\{EndRequest, Stderr, Stdout};
use Swoole\Process;

/** A process that sends $begin to each client, and then $again and again as fast as it is taken. */
function flood(string $begin, string $again): array
{
    $path = sys_get_temp_dir() . '/tern-fastcgi-' . bin2hex(random_bytes(6)) . '.sock';
    $process = new Process(function (Process $process) use ($path, $begin, $again) {
        $server = stream_socket_server("unix://$path");
        $process->write('ready');
        while ($client = stream_socket_accept($server, 60)) {
            fread($client, 65536);
            @fwrite($client, $begin);
            while ($again !== '' && @fwrite($client, $again));
            fread($client, 1);
        }
    });
    $process->start();
    $process->read();
    return ["unix:$path", $process, $path];
}

$head = (string) new Stdout("Content-Type: text/plain\r\n\r\n");
$byte = (string) new Stdout('x');
$most = 1 << 20;  // of small records: memory does not depend on how many there are
$floods = [
    'errors' => ['', (string) new Stderr(str_repeat('e', 7000))],
    'errors behind a head' => [$head, str_repeat((string) new Stderr('e'), 1000), $most],
    'empty records' => [$head, str_repeat(raw(Swoole\FastCGI::STDOUT), 1000), $most],
    'a body' => [$head, (string) new Stdout(str_repeat('x', 7000))],
    'a body byte by byte' => [$head, str_repeat($byte, 1000), $most],
    'a head' => ['', (string) new Stdout("X-A: b\r\n")],
    'padding' => [$head, str_repeat(pack('CCnnCC', 1, 6, 1, 0, 255, 0) . str_repeat('p', 255), 100)],
    'half a record' => [$head . substr($byte, 0, 8), ''],
    'a long record that does not come' => [$head . pack('CCnnCC', 1, 6, 1, 65535, 255, 0) . 'x', ''],
];
foreach ($floods as $name => $flood) {
    [$begin, $again, $most] = [...$flood, null];
    [$address, $process, $path] = flood($begin, $again);
    Co\run(function () use ($name, $address, $again, $most) {
        $turns = 0;
        $isOver = false;
        go(function () use (&$turns, &$isOver) {
            while (!$isOver) {
                Co::sleep(0.001);
                ++$turns;
            }
        });
        try {
            $client = new Client($address);
            $client->set(['package_max_length' => $most]);
            $answer = strlen($client->execute(page(), $again === '' ? 0.2 : 60)->getBody());
        } catch (Throwable $error) {
            $answer = $error::class . " {$error->getCode()} " . preg_replace('/\d{5,}/', 'N', $error->getMessage());
        }
        $isOver = true;
        echo "$name: $answer", $turns > 5 || strlen($again) < 8000 ? '' : ", $turns turns of others", "\n";
    });
    Process::kill($process->pid, 9);
    Process::wait();
    unlink($path);
}
echo memory_get_peak_usage() < 28 << 20 ? "in time\n" : "late\n";
?>
--EXPECT--
errors: Swoole\Coroutine\FastCGI\Client\Exception 1201 The response of the FastCGI server has more than N bytes
errors behind a head: Swoole\Coroutine\FastCGI\Client\Exception 1201 The response of the FastCGI server has more than N bytes
empty records: Swoole\Coroutine\FastCGI\Client\Exception 1201 The response of the FastCGI server has more than N bytes
a body: Swoole\Coroutine\FastCGI\Client\Exception 1201 The response of the FastCGI server has more than N bytes
a body byte by byte: Swoole\Coroutine\FastCGI\Client\Exception 1201 The response of the FastCGI server has more than N bytes
a head: Swoole\Coroutine\FastCGI\Client\Exception 1204 The FastCGI server sent a head of more than N bytes
padding: Swoole\Coroutine\FastCGI\Client\Exception 1201 The response of the FastCGI server has more than N bytes
half a record: Swoole\Coroutine\FastCGI\Client\Exception 110 Connection timed out
a long record that does not come: Swoole\Coroutine\FastCGI\Client\Exception 110 Connection timed out
in time
