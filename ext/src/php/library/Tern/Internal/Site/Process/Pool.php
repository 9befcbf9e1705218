<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Process;

use Closure;
use RuntimeException;
use Swoole\Coroutine\Http\Server as Listener;
use Swoole\Process;
use Swoole\Server;
use function bin2hex;
use function dirname;
use function random_bytes;
use function Tern\Internal\accept_one_by_one;
use function Tern\Internal\run_on_demand;
use function Tern\Internal\want_process;

/**
 * The PHP workers of a classic site: processes of its server that run one script at a time. They share a unix socket, on which
 * only idle ones accept. So a request waits in the queue of that socket until any worker is idle.
 */
final class Pool
{
    public const LEAST = 2;
    public const MOST = 32;
    public const MOST_WORKERS = 512;
    public const IDLE_TIME_S = 60;
    /** Requests that wait. Others are answered with 503. */
    private const BACKLOG = 511;
    /** The most that a server allows, also that of the client. */
    private const HEAD_BYTES = 1 << 16;
    private const HEAD_FIELDS = 128;
    private const BODY_BYTES = 1 << 40;

    public readonly string $path;
    /** The process that has made it, and removes the socket at its end. */
    private readonly int $pid;
    public readonly Scoreboard $scoreboard;
    private readonly Listener $listener;
    /** @var list<Process> by number */
    private array $processes = [];

    /** @param int $maxRequests after which a worker is replaced; 0: any number */
    public function __construct(int $least, int $most, int $idleTime, public readonly int $maxRequests)
    {
        $this->scoreboard = new Scoreboard($least, $most, $idleTime);
        $this->pid = (int) getmypid();
        $folder = sys_get_temp_dir() . '/tern-php-' . getmypid() . '-' . bin2hex(random_bytes(8));
        if (!mkdir($folder, 0700)) {
            throw new RuntimeException("cannot make the folder $folder for the socket of the PHP workers");
        }
        $this->path = "$folder/php.sock";
        $this->listener = new Listener("unix:$this->path");
        $this->listener->set([
            'backlog' => self::BACKLOG,
            'open_http2_protocol' => false,
            'open_websocket_protocol' => false,
            'http_parse_post' => false,
            'http_parse_files' => false,
            'http_compression' => false,
            'http_header_max_size' => self::HEAD_BYTES,
            'http_header_max_count' => self::HEAD_FIELDS,
            'http_target_max_size' => self::HEAD_BYTES,
            'package_max_length' => self::BODY_BYTES,
            'http_body_min_rate' => 0,
            'server_header' => '',
        ]);
        accept_one_by_one($this->listener);
    }

    /** Call it before the server starts. */
    public function addTo(Server $server): void
    {
        for ($number = 0; $number < $this->scoreboard->most; ++$number) {
            $process = new Process(fn(Process $process) => (new Worker($this, $number, $process, $this->listener))->run(), false, 0, true);
            if (!$this->scoreboard->runsAlways($number)) {
                run_on_demand($process);
            }
            $server->addProcess($process);
            $this->processes[] = $process;
        }
        $own = $server->getCallback('afterReload');
        $server->on('afterReload', function (Server $server) use ($own): void {
            $this->replaceAll($server);
            $own instanceof Closure && $own($server);
        });
    }

    public function __destruct()
    {
        if (getmypid() === $this->pid) {
            @unlink($this->path);
            @rmdir(dirname($this->path));
        }
    }

    /** Starts a worker if all are busy. */
    public function grow(): void
    {
        $number = $this->scoreboard->another();
        if ($number !== null) {
            want_process($this->processes[$number]->id, true);
        }
    }

    /** True: the idle worker has to end, as there is little to do. It is not replaced. */
    public function retire(int $number): bool
    {
        return $this->scoreboard->retire($number) && want_process($this->processes[$number]->id, false);
    }

    /** They end after the request that they handle. */
    private function replaceAll(Server $server): void
    {
        foreach ($this->processes as $process) {
            $server->stop($process->id);
        }
    }
}
