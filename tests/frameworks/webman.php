<?php
// What Webman asks of Tern when its event loop is Swoole's, in the way that Workerman does: a master without a loop forks workers, which
// accept on a socket of PHP by watches, call back in coroutines, and end by Event::exit().

require __DIR__ . '/../support/server.php';

use Swoole\Coroutine;
use Swoole\Event;
use Swoole\Process;
use Swoole\Timer;

const WORKERS = 2;
$listening = stream_socket_server('tcp://127.0.0.1:0', $code, $error);
stream_set_blocking($listening, false);

final class Loop
{
    private array $readers = [];
    private array $writers = [];
    private bool $stops = false;

    public function __construct()
    {
        Coroutine::set(['hook_flags' => SWOOLE_HOOK_ALL]);
    }

    public function onReadable($stream, callable $callback): void
    {
        $fd = (int) $stream;
        $both = isset($this->writers[$fd]) ? SWOOLE_EVENT_WRITE : 0;
        $this->readers[$fd] = $callback;
        $read = fn() => $this->call($this->readers[$fd] ?? null, $stream);
        $both === 0 ? Event::add($stream, $read, null, SWOOLE_EVENT_READ) : Event::set($stream, $read, null, SWOOLE_EVENT_READ | $both);
    }

    public function onWritable($stream, callable $callback): void
    {
        $fd = (int) $stream;
        $this->writers[$fd] = $callback;
        $write = fn() => $this->call($this->writers[$fd] ?? null, $stream);
        isset($this->readers[$fd]) ? Event::set($stream, null, $write, SWOOLE_EVENT_READ | SWOOLE_EVENT_WRITE)
            : Event::add($stream, null, $write, SWOOLE_EVENT_WRITE);
    }

    public function offWritable($stream): void
    {
        unset($this->writers[(int) $stream]);
        isset($this->readers[(int) $stream]) ? Event::set($stream, null, null, SWOOLE_EVENT_READ) : Event::del($stream);
    }

    public function off($stream): void
    {
        unset($this->readers[(int) $stream], $this->writers[(int) $stream]);
        Event::del($stream);
    }

    public function call(?callable $callback, mixed ...$arguments): void
    {
        if ($callback === null) {
            return;
        }
        Coroutine::create(function () use ($callback, $arguments) {
            try {
                $callback(...$arguments);
            } catch (Throwable $error) {
                note('ERROR', get_class($error), $error->getMessage());
            }
        });
    }

    public function run(): void
    {
        Timer::tick(100000000, static fn() => null);
        Event::wait();
    }

    public function stop(): void
    {
        if ($this->stops) {
            return;
        }
        $this->stops = true;
        foreach (Coroutine::listCoroutines() as $id) {
            Coroutine::cancel($id);
        }
        usleep(1000);
        Event::exit();
    }
}

/** Answers requests that come whole, and one after the other. */
final class Connection
{
    private string $unsent = '';

    public function __construct(private Loop $loop, private $stream)
    {
        stream_set_blocking($stream, false);
        $loop->onReadable($stream, $this->read(...));
    }

    private function read(): void
    {
        $bytes = @fread($this->stream, 65536);
        if ($bytes === '' || $bytes === false) {
            if (feof($this->stream)) {
                $this->close();
            }
            return;
        }
        $path = explode(' ', $bytes, 3)[1];
        $body = match (true) {
            $path === '/sleep' => $this->sleep(),
            $path === '/channel' => $this->channel(),
            $path === '/timer' => null,
            $path === '/large' => str_repeat('x', 4 << 20),
            default => (string) getmypid(),
        };
        if ($path === '/timer') {
            Timer::after(1, fn() => $this->loop->call($this->answer(...), 'from a timer'));
        } else {
            $this->answer($body);
        }
    }

    private function sleep(): string
    {
        usleep(20_000);
        return 'slept in ' . (Coroutine::getCid() > 0 ? 'a coroutine' : 'the worker');
    }

    private function channel(): string
    {
        $channel = new Coroutine\Channel(1);
        Coroutine::create(function () use ($channel) {
            usleep(1000);
            $channel->push('pushed');
        });
        return json_encode([$channel->pop(5), $channel->pop(0.001)]);
    }

    private function answer(string $body): void
    {
        $this->unsent .= "HTTP/1.1 200 OK\r\nContent-Length: " . strlen($body) . "\r\n\r\n$body";
        $this->write();
        if ($this->unsent !== '') {
            $this->loop->onWritable($this->stream, $this->write(...));
        }
    }

    private function write(): void
    {
        $sent = @fwrite($this->stream, $this->unsent);
        $this->unsent = substr($this->unsent, (int) $sent);
        if ($this->unsent === '') {
            $this->loop->offWritable($this->stream);
        }
    }

    private function close(): void
    {
        $this->loop->off($this->stream);
        fclose($this->stream);
    }
}

/** Never returns. */
function work($listening): void
{
    $loop = new Loop();
    Process::signal(SIGTERM, fn() => $loop->call($loop->stop(...)));
    $loop->onReadable($listening, function ($listening) use ($loop) {
        $stream = @stream_socket_accept($listening, 0);
        if ($stream !== false) {
            new Connection($loop, $stream);
        }
    });
    note('WORKER', (string) getmypid());
    $loop->run();
    note('ENDED', (string) getmypid());
    exit(0);
}

$pids = [];
for ($i = 0; $i < WORKERS; ++$i) {
    $pid = pcntl_fork();
    if ($pid === 0) {
        work($listening);
    }
    $pids[$pid] = true;
}
note('LISTENING', substr(strrchr(stream_socket_get_name($listening, false), ':'), 1));
foreach ($pids as $pid => $_) {
    pcntl_waitpid($pid, $status);
}
