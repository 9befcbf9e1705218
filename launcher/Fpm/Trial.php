<?php

declare(strict_types=1);

namespace Tern\Launcher\Fpm;

use Closure;
use Swoole\Event;
use Swoole\Process;
use Swoole\Timer;
use Tern\Internal\Unix;
use function is_int;

/**
 * What a reload would start, as a child with `-t`: PHP with its extensions, the configuration, its logs, and the sockets that are new. The
 * master continues meanwhile.
 */
final class Trial
{
    private const LONGEST_MS = 60_000;
    private const LINE = '/^\[[^\]]*\] (\w+): (?:pid \d+, \w+\(\), line \d+: )?(.*)$/D';

    private string $text = '';
    private bool $isRead = true;
    private readonly int $timer;

    private function __construct(public readonly int $pid, private readonly int $output)
    {
        Event::add($output, $this->read(...));
        $this->timer = (int) Timer::after(self::LONGEST_MS, $this->kill(...));
    }

    /**
     * Call it outside of coroutines. Returns in the master only; null: there are no descriptors, or no processes.
     *
     * @param Closure(): void $execute becomes the program, or returns
     */
    public static function start(Closure $execute): ?self
    {
        $pipe = Unix\open_pipe();
        if ($pipe === []) {
            return null;
        }
        [$reader, $writer] = [(int) $pipe[0], (int) $pipe[1]];
        $child = new Process(static function () use ($execute, $writer): void {
            Unix\redirect($writer, 1);
            Unix\redirect($writer, 2);
            Unix\close_all_on_exec();
            $execute();
            Unix\write(2, "execvp() failed\n");
            exit(Program::EXIT_SOFTWARE);
        }, false, 0);
        Unix\block_signals(Restart::SIGNALS, true);
        $pid = $child->start();
        Unix\block_signals(Restart::SIGNALS, false);
        Unix\close($writer);
        if (!is_int($pid)) {
            Unix\close($reader);
            return null;
        }
        return new self($pid, $reader);
    }

    private function read(): void
    {
        while ($this->isRead && ($text = Unix\read($this->output)) !== null) {
            $this->text .= $text;
            $text === '' && $this->stopReading();
        }
    }

    private function stopReading(): void
    {
        $this->isRead = false;
        Event::del($this->output);
    }

    public function kill(): void
    {
        @Process::kill($this->pid, SIGKILL);
    }

    /**
     * It has ended.
     *
     * @param Log|null $log gets its warnings and errors
     */
    public function close(?Log $log): void
    {
        Timer::clear($this->timer);
        $this->read();
        $this->isRead && $this->stopReading();
        Unix\close($this->output);
        foreach (array_filter(explode("\n", $this->text), static fn(string $line): bool => trim($line) !== '') as $line) {
            [$level, $message] = preg_match(self::LINE, $line, $found) === 1 ? [Level::of($found[1]) ?? Level::Error, $found[2]] : [Level::Error, $line];
            $level->value > Level::Notice->value && $log?->write($level, $message);
        }
    }
}
