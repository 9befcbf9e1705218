<?php

declare(strict_types=1);

namespace Tern\Launcher;

use Tern\Launcher\Admin\Client;
use Tern\Launcher\Admin\Data;
use Tern\Launcher\Admin\Table;
use function count;
use function sprintf;

/** A live view in the terminal. */
final class Top extends Command
{
    public const SUMMARY = 'what a running server does, live';
    public const OPTIONS = Client::OPTIONS + ['--once' => [null, 'one look, after a second, and no keys']];
    public const NOTES = <<<'TEXT'
        Keys: s  sort by the next column     r  the other way round     0-9  the coroutines of that worker
              space  now, or back            q  quit
        TEXT;

    private const EVERY_S = 1;
    private const CLEAR = "\e[H\e[2J";
    private const SORTS = ['id', 'rate', 'concurrency', 'connections', 'coroutines', 'memory_rss', 'loop_lag_ms'];

    private int $sort = 0;
    private bool $descends = false;
    private ?int $worker = null;
    /** @var array<int, array{int, float}> requests and the time, by pid */
    private array $before = [];

    public function run(Arguments $given): int
    {
        $client = Client::choose($given);
        $this->look($client);
        if ($given->has('--once')) {
            sleep(self::EVERY_S);
            echo $this->look($client);
            return 0;
        }
        if (!stream_isatty(STDIN) || !stream_isatty(STDOUT)) {
            throw new UsageError('top needs a terminal; `tern top --once` does not');
        }
        $mode = trim((string) shell_exec('stty -g < /dev/tty'));
        shell_exec('stty -icanon -echo < /dev/tty');
        try {
            while ($this->listen()) {
                echo self::CLEAR, $this->look($client);
            }
        } finally {
            shell_exec('stty ' . escapeshellarg($mode) . ' < /dev/tty');
        }
        return 0;
    }

    /** Until a key was pressed, or it is time. False: to quit. */
    private function listen(): bool
    {
        $read = [STDIN];
        $write = $except = null;
        $key = stream_select($read, $write, $except, self::EVERY_S) > 0 ? (string) fread(STDIN, 1) : ' -';
        match (true) {
            $key === 's' => $this->sort = ($this->sort + 1) % count(self::SORTS),
            $key === 'r' => $this->descends = !$this->descends,
            $key === ' ' => $this->worker = null,
            preg_match('/^\d$/D', $key) === 1 => $this->worker = (int) $key,
            default => null,
        };
        return $key !== 'q' && $key !== '';
    }

    private function look(Client $client): string
    {
        if ($this->worker !== null) {
            return "worker $this->worker, space goes back\n\n" . Table::coroutines($client->ask("/workers/$this->worker/coroutines"));
        }
        $told = $client->ask('/stats');
        $workers = array_map($this->withRate(...), $told->below('workers')->rows());
        $by = self::SORTS[$this->sort];
        usort($workers, fn(Data $one, Data $other): int => ($one->number($by) <=> $other->number($by)) * ($this->descends ? -1 : 1));
        $rate = array_sum(array_map(static fn(Data $worker): float => (float) $worker->number('rate'), $workers));
        return Table::server($told->below('server')) . sprintf("%.0f requests/s, sorted by %s\n\n", $rate, $by)
            . implode("\n", Table::workers($workers)) . "\n";
    }

    private function withRate(Data $worker): Data
    {
        $now = microtime(true);
        [$pid, $requests] = [(int) $worker->number('pid'), (int) $worker->number('requests')];
        [$requestsThen, $then] = $this->before[$pid] ?? [$requests, $now];
        $this->before[$pid] = [$requests, $now];
        return $worker->with('rate', $now > $then ? ($requests - $requestsThen) / ($now - $then) : 0.0);
    }
}
