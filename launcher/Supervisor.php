<?php

declare(strict_types=1);

namespace Tern\Launcher;

use RuntimeException;
use Swoole\Event;
use Swoole\Process;
use Swoole\Timer;
use function Tern\Internal\adopt_orphans;
use function in_array;
use function is_resource;
use function Tern\Internal\close_on_exec;

/**
 * The parent of a server and of those that upgrades put in its place: it passes signals on to the one that serves. A server
 * tells by sd_notify(3) which process is the main one, and which one it starts as the next (X_TERN_SUCCESSOR).
 */
final class Supervisor
{
    /** What a server handles; the last two are SIGRTMIN and SIGRTMIN+1. */
    private const SIGNALS = [SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, 34, 35];
    /** A terminal sends Ctrl-C to the server, too, and two of them end it at once. */
    private const HELD_UP_MS = 200;

    private readonly string $folder;
    /** @var resource of datagrams */
    private $notices;
    /** @var resource of the command: PHP would wait for its end when no code holds it any more */
    private $process;  // @phpstan-ignore property.onlyWritten (it is there to be held)
    /** That of the command: the first server, or a shell that has started it. */
    private int $first = 0;
    private int $current = 0;
    /** @var array<int, true> processes of servers that have not ended, the newest last */
    private array $living = [];
    private bool $stopping = false;
    private int $exit = 0;

    /** @param non-empty-list<string> $command */
    public function __construct(private readonly array $command)
    {
        $this->folder = sys_get_temp_dir() . '/tern-' . bin2hex(random_bytes(6));
        mkdir($this->folder, 0700);
        $this->notices = close_on_exec(stream_socket_server("udg://$this->folder/notify", $code, $text, STREAM_SERVER_BIND))
            ?: throw new RuntimeException("$this->folder/notify: $text");
        stream_set_blocking($this->notices, false);
    }

    public function run(): int
    {
        if (!adopt_orphans()) {
            throw new UsageError('this system does not let a process adopt the children of its children: start the server itself');
        }
        foreach (self::SIGNALS as $signal) {
            Process::signal($signal, fn() => $this->passOn($signal));
        }
        Process::signal(SIGINT, fn() => Timer::after(self::HELD_UP_MS, fn() => $this->stopping || $this->passOn(SIGINT)));
        Process::signal(SIGCHLD, $this->onEnd(...));
        Event::add($this->notices, $this->listen(...));
        $this->start();
        $this->living === [] ? Event::exit() : Event::wait();
        unlink("$this->folder/notify");
        rmdir($this->folder);
        return $this->exit;
    }

    private function start(): void
    {
        $process = proc_open($this->command, [], $pipes, null, [
            'NOTIFY_SOCKET' => "$this->folder/notify",
            'TERN_SUPERVISOR' => (string) getmypid(),
        ] + getenv());
        if (!is_resource($process)) {
            throw new UsageError("{$this->command[0]} cannot be run");
        }
        $this->process = $process;
        $status = proc_get_status($process);
        $this->first = $this->current = $status['pid'];
        $this->living[$this->first] = true;
        if (!$status['running']) {
            $this->note($this->first, $status['exitcode'], $status['signaled'] ? $status['termsig'] : 0);
        }
    }

    private function note(int $pid, int $code, int $signal): void
    {
        unset($this->living[$pid]);
        if ($pid === $this->current || $pid === $this->first) {
            $this->exit = $signal > 0 ? 128 + $signal : $code;
        }
    }

    private function passOn(int $signal): void
    {
        $this->listen();  // it may have named another one before
        @Process::kill($this->current, $signal);
    }

    private function listen(): void
    {
        while (($text = @fread($this->notices, 4096)) !== false && $text !== '') {
            if (preg_match('/^(MAINPID|X_TERN_SUCCESSOR)=(\d+)$/m', $text, $found) === 1) {
                $pid = (int) $found[2];
                $this->current = $found[1] === 'MAINPID' ? $pid : $this->current;
                unset($this->living[$pid]);
                $this->living[$pid] = true;
            }
            $this->stopping = $this->stopping || in_array('STOPPING=1', explode("\n", $text), true);
        }
    }

    /** If the one that serves has died, the next one takes its place, or the one before it starts another. */
    private function onEnd(): void
    {
        $this->listen();  // an old server names the new one before it ends
        while (($ended = Process::wait(false)) !== false) {
            $this->note($ended['pid'], $ended['code'], $ended['signal']);
        }
        $this->listen();  // it may have done both in between
        $this->living = array_filter($this->living, static fn(int $pid): bool => Process::kill($pid, 0), ARRAY_FILTER_USE_KEY);
        if ($this->living === []) {
            Event::exit();
        } elseif (!isset($this->living[$this->current])) {
            $this->current = array_key_last($this->living);
        }
    }
}
