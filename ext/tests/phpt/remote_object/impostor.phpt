--TEST--
RemoteObject\Client: what another user, or another program, puts in place of a server gets nothing to run
--EXTENSIONS--
posix
--FILE--
<?php
use Swoole\Process;
use Swoole\RemoteObject\Client;

class Evil
{
    public string $text = '';

    public function __wakeup(): void
    {
        echo "woken up\n";
    }

    public function __destruct()
    {
        echo "destroyed\n";
    }
}

enum Suit: string
{
    case Hearts = 'h';
}

/** A process that listens there as a user, and gives each client one of the answers. */
function impostor(string $path, int $user, array $answers): Process
{
    $process = new Process(function (Process $process) use ($path, $user, $answers) {
        if ($user !== getmyuid()) posix_setuid($user);
        $server = stream_socket_server("unix://$path");
        chmod($path, 0777);
        $process->write('ready');
        foreach ($answers as $answer) {
            $client = stream_socket_accept($server, 30);
            fread($client, 65536);
            @fwrite($client, 'HTTP/1.1 200 OK' . "\r\nContent-Length: " . strlen($answer) . "\r\n\r\n$answer");
            fclose($client);
        }
        $process->read();
    });
    $process->start();
    $process->read();
    return $process;
}

function attempt(string $path): void
{
    try {
        $result = (new Client($path))->call('anything');
        echo is_object($result) ? get_class($result) . ($result instanceof UnitEnum ? "::$result->name" : '') : json_encode($result), "\n";
    } catch (Throwable $error) {
        echo $error::class, " {$error->getCode()}: ", str_replace(dirname($path), '', $error->getMessage()), "\n";
    }
}

$folder = sys_get_temp_dir() . '/tern-impostor-' . bin2hex(random_bytes(4));
mkdir($folder);
chmod($folder, 0777);
$evil = new Evil;
$answers = [
    serialize(['result' => $evil]), serialize($evil), serialize(['result' => [1, [$evil]]]), serialize(['result' => Suit::Hearts]),
    serialize(['result' => 1.5]), 'a:1:{s:6:"result";E:11:"Nobody:Here";}', 'a:1:{s:6:"result";E:9:"Evil:Here";}', 'O:8:"stdClass":1:{', '',
    serialize(['thrown' => [$evil, $evil, $evil, $evil]]),
];
ob_start();
unset($evil);
ob_end_clean();
$process = impostor("$folder/own.sock", getmyuid(), $answers);
foreach ($answers as $_) attempt("$folder/own.sock");
$process->write('end');
Process::wait();
if (posix_getuid() === 0) {
    $process = impostor("$folder/foreign.sock", 65534, ['']);
    attempt("$folder/foreign.sock");
    $process->write('end');
    Process::kill($process->pid, 9);
    Process::wait();
} else {
    echo "Swoole\\RemoteObject\\Exception 13: The server at unix:///foreign.sock is that of another user\n";
}
array_map(unlink(...), glob("$folder/*"));
rmdir($folder);
?>
--EXPECT--
__PHP_Incomplete_Class
Swoole\RemoteObject\Exception 0: The response is not a serialized value: did the remote code print something and call exit()?
[1,[{"__PHP_Incomplete_Class_Name":"Evil","text":""}]]
Suit::Hearts
1.5
Swoole\RemoteObject\Exception 0: The response is not a serialized value: did the remote code print something and call exit()?
Swoole\RemoteObject\Exception 0: The response is not a serialized value: did the remote code print something and call exit()?
Swoole\RemoteObject\Exception 0: The response is not a serialized value: did the remote code print something and call exit()?
Swoole\RemoteObject\Exception 0: The response is not a serialized value: did the remote code print something and call exit()?
Swoole\RemoteObject\Exception 0: 
Swoole\RemoteObject\Exception 13: The server at unix:///foreign.sock is that of another user
