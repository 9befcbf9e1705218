--TEST--
Thread: streams as arguments more than once, standard output among them; arguments that cannot be read are an error each time
--FILE--
<?php
use Swoole\Thread;

putenv('TERN_THREAD=of the program');
[$here, $there] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
file_put_contents($script = tempnam(sys_get_temp_dir(), 'tern-thread-'), '<?php
    [$output, $once, [$again]] = Swoole\Thread::getArguments();
    fwrite($output, "to the stream\n");
    $opened = fopen("/dev/null", "w");
    echo "to standard output\n";
    fwrite($once, "once ");
    fwrite($again, "again\n");');
$thread = new Thread($script, STDOUT, $there, [$there]);
$thread->join();
echo fgets($here);
fwrite($there, "still open here\n");
echo fgets($here);

file_put_contents($script, '<?php
    final class Unreadable { public function __unserialize(array $data): void { throw new LogicException("unreadable"); } }
    for ($i = 0; $i < 2; ++$i) {
        try {
            Swoole\Thread::getArguments();
        } catch (Throwable $e) {
            echo get_class($e), ": ", $e->getMessage(), "\n";
        }
    }');
final class Unreadable
{
    public function __serialize(): array
    {
        return [1];
    }
}
(new Thread($script, $there, new Unreadable()))->join();
unlink($script);
?>
--EXPECT--
to the stream
to standard output
once again
still open here
LogicException: unreadable
Error: The arguments of this thread could not be read, or are being read
