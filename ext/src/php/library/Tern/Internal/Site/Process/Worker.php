<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Process;

use Swoole\Coroutine\Http\Server as Listener;
use Swoole\Http\Request;
use Swoole\Http\Response;
use Swoole\Process;
use Swoole\Runtime;
use Swoole\Timer;
use function Tern\Internal\serve_script;

/** A PHP worker, in its process: runs one script at a time. Calls that wait block it, as they do in PHP-FPM. */
final class Worker
{
    private readonly int $pid;
    private int $requests = 0;
    private bool $isBusy = false;

    public function __construct(
        private readonly Pool $pool,
        private readonly int $number,
        private readonly Process $process,
        private readonly Listener $listener,
    ) {
        $this->pid = (int) getmypid();
    }

    /** Until the worker has to end. */
    public function run(): void
    {
        Runtime::setHookFlags(0);
        Process::signal(SIGTERM, fn() => $this->listener->shutdown());
        $timer = Timer::tick($this->pool->scoreboard->idleTime * 1000, $this->retireIfIdle(...));
        $this->listener->handle('/', $this->respond(...));
        $this->pool->scoreboard->setIdle($this->number);
        $this->listener->start();
        Timer::clear((int) $timer);
        $this->process->exit(0);
    }

    private function respond(Request $request, Response $response): void
    {
        $this->isBusy = true;
        $this->pool->scoreboard->setBusy($this->number);
        $this->pool->grow();
        try {
            [$call, $offset] = Call::of($request);
            $onHead = static function (int $status, bool $hasDefaultType) use ($response): void {
                $hasDefaultType && $response->header(ScriptResponse::DEFAULT_TYPE, '1', false);
            };
            serve_script($request, $response, $call->file, $call->variables, $call->settings, $onHead, $offset);
        } finally {
            if (getmypid() === $this->pid) {  // else the script has forked, and this is its child
                $this->finish();
            }
        }
    }

    private function finish(): void
    {
        $this->isBusy = false;
        if (++$this->requests === $this->pool->maxRequests) {
            $this->pool->scoreboard->setStarting($this->number);
            $this->listener->shutdown();
        } else {
            $this->pool->scoreboard->setIdle($this->number);
        }
    }

    private function retireIfIdle(): void
    {
        if (!$this->isBusy && $this->pool->retire($this->number)) {
            $this->listener->shutdown();
        }
    }
}
