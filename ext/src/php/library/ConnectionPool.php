<?php

declare(strict_types=1);

namespace Swoole;

use RuntimeException;
use Swoole\Coroutine\Channel;
use Throwable;

/** Connections that coroutines borrow. They come back as the program left them: Tern\Pool cleans them. */
class ConnectionPool
{
    /** The most connections, if the constructor is not given another number. */
    public const DEFAULT_SIZE = 64;

    /** The idle connections. Null after close(). */
    protected ?Channel $pool;
    /** @var callable */
    protected $constructor;
    protected int $size;
    /** How many there are, lent or not. */
    protected int $num = 0;
    protected ?string $proxy;

    /**
     * @param callable $constructor returns a new connection
     * @param int $size most connections at a time
     * @param string|null $proxy a class whose constructor gets $constructor and whose objects are lent instead
     */
    public function __construct(callable $constructor, int $size = self::DEFAULT_SIZE, ?string $proxy = null)
    {
        $this->pool = new Channel($this->size = $size);
        $this->constructor = $constructor;
        $this->proxy = $proxy;
    }

    /** Makes all the connections that the pool may have. May suspend. */
    public function fill(): void
    {
        while ($this->size > $this->num) {
            $this->make();
        }
    }

    /**
     * Borrows a connection, or makes one if none is free and there may be more. Suspends.
     *
     * @param float $timeout in seconds; 0 or less: no limit
     * @return mixed false when the time was over
     * @throws RuntimeException if the pool is closed
     */
    public function get(float $timeout = -1)
    {
        if ($this->pool === null) {
            throw new RuntimeException('Pool has been closed');
        }
        if ($this->pool->isEmpty() && $this->num < $this->size) {
            return $this->create();
        }
        return $this->pool->pop($timeout);
    }

    /**
     * Gives a connection back.
     *
     * @param mixed $connection null: it is broken, and another one may be made
     */
    public function put($connection): void
    {
        if ($this->pool === null) {
            return;
        }
        if ($connection !== null) {
            $this->pool->push($connection);
            return;
        }
        --$this->num;
        if ($this->pool->stats()['consumer_num'] > 0) {
            $this->make();
        }
    }

    /** Drops the idle connections. Waiting coroutines get false. A borrowed connection closes when its borrower drops it. */
    public function close(): void
    {
        $this->pool?->close();
        $this->pool = null;
        $this->num = 0;
    }

    protected function make(): void
    {
        $this->put($this->create());
    }

    private function create(): mixed
    {
        ++$this->num;
        try {
            return $this->proxy === null ? ($this->constructor)() : new $this->proxy($this->constructor);
        } catch (Throwable $error) {
            --$this->num;
            throw $error;
        }
    }
}
