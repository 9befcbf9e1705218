<?php

declare(strict_types=1);

namespace Swoole\Process;

use function Swoole\Coroutine\run;
use function count;

/** A pool of processes that each run a function of their own, and run it again when it ends. */
class Manager
{
    /** @var Pool|null since start() */
    protected $pool;
    /** @var int */
    protected $ipcType;
    /** @var int */
    protected $msgQueueKey;
    /** @var list<array{callable, bool}> */
    protected $startFuncMap = [];

    /**
     * @param int $ipcType SWOOLE_IPC_NONE or SWOOLE_IPC_UNIXSOCK: see Pool
     * @param int $msgQueueKey
     */
    public function __construct(int $ipcType = SWOOLE_IPC_NONE, int $msgQueueKey = 0)
    {
        $this->setIPCType($ipcType)->setMsgQueueKey($msgQueueKey);
    }

    /**
     * One process more.
     *
     * @param callable $func fn (Pool $pool, int $workerId)
     * @param bool $enableCoroutine it runs in a coroutine, with hooks on
     */
    public function add(callable $func, bool $enableCoroutine = false): self
    {
        return $this->addBatch(1, $func, $enableCoroutine);
    }

    /** Several that run the same. */
    public function addBatch(int $workerNum, callable $func, bool $enableCoroutine = false): self
    {
        for ($i = 0; $i < $workerNum; $i++) {
            $this->startFuncMap[] = [$func, $enableCoroutine];
        }
        return $this;
    }

    /** Returns when the pool was shut down. */
    public function start(): void
    {
        $this->pool = new Pool(count($this->startFuncMap), $this->ipcType, $this->msgQueueKey, false);
        $all = $this->startFuncMap;
        $this->pool->on('workerStart', static function (Pool $pool, int $workerId) use ($all): void {
            [$func, $inCoroutine] = $all[$workerId];
            $inCoroutine ? run($func, $pool, $workerId) : $func($pool, $workerId);
        });
        $this->pool->start();
    }

    public function setIPCType(int $ipcType): self
    {
        $this->ipcType = $ipcType;
        return $this;
    }

    public function getIPCType(): int
    {
        return $this->ipcType;
    }

    public function setMsgQueueKey(int $msgQueueKey): self
    {
        $this->msgQueueKey = $msgQueueKey;
        return $this;
    }

    public function getMsgQueueKey(): int
    {
        return $this->msgQueueKey;
    }
}
