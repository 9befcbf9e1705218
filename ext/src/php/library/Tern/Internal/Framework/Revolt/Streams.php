<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Revolt;

use Revolt\EventLoop\CallbackType;
use Tern\Internal\Poller;
use function count;
use function is_resource;

/** Streams that callbacks wait for. */
final class Streams
{
    private const READ = 1;
    private const WRITE = 2;

    /** @var array<int, array<string, Callback>> by number of the stream */
    private array $readers = [];
    /** @var array<int, array<string, Callback>> by number of the stream */
    private array $writers = [];
    /** @var array<int, int> descriptors by number of the stream */
    private array $descriptors = [];
    /** @var array<int, int> numbers of streams by descriptor */
    private array $streams = [];

    public function start(Poller $poller, Callback $callback): void
    {
        $stream = $callback->source;
        if (!is_resource($stream)) {
            return;  // it was closed
        }
        $number = $callback->number;
        if ($callback->type === CallbackType::Readable) {
            $this->readers[$number][$callback->id] = $callback;
        } else {
            $this->writers[$number][$callback->id] = $callback;
        }
        $fd = $poller->watch($stream, $this->wanted($number));
        if ($fd >= 0) {
            $this->descriptors[$number] = $fd;
            $this->streams[$fd] = $number;
        }
    }

    public function stop(Poller $poller, Callback $callback): void
    {
        $number = $callback->number;
        unset($this->readers[$number][$callback->id], $this->writers[$number][$callback->id]);
        $fd = $this->descriptors[$number] ?? -1;
        $wanted = $this->wanted($number);
        // A later stream may have the descriptor of one that the program has closed.
        $isCurrent = $fd >= 0 && $this->streams[$fd] === $number;
        if ($wanted !== 0) {
            $isCurrent && $poller->watch($fd, $wanted);
            return;
        }
        if ($isCurrent) {
            $poller->unwatch($fd);
            unset($this->streams[$fd]);
        }
        unset($this->readers[$number], $this->writers[$number], $this->descriptors[$number]);
    }

    /** Watches everything again, by a new poller. */
    public function moveTo(Poller $poller): void
    {
        $callbacks = array_merge(...$this->readers, ...$this->writers);
        $this->readers = $this->writers = $this->descriptors = $this->streams = [];
        foreach ($callbacks as $callback) {
            $this->start($poller, $callback);
        }
    }

    /** @return list<Callback> what is ready now: first for reading, then for writing */
    public function ready(Poller $poller): array
    {
        if ($this->streams === []) {
            return [];
        }
        $readers = $writers = [];
        foreach ($this->inOrder($poller->collect()) as $number => $events) {
            if (($events & self::READ) !== 0) {
                $readers[] = array_values($this->readers[$number] ?? []);
            }
            if (($events & self::WRITE) !== 0) {
                $writers[] = array_values($this->writers[$number] ?? []);
            }
        }
        return array_merge(...$readers, ...$writers);
    }

    private function wanted(int $number): int
    {
        $reads = ($this->readers[$number] ?? []) === [] ? 0 : self::READ;
        return $reads | (($this->writers[$number] ?? []) === [] ? 0 : self::WRITE);
    }

    /**
     * @param array<int, int> $ready events by descriptor
     * @return array<int, int> events by number of the stream, the oldest stream first
     */
    private function inOrder(array $ready): array
    {
        $events = [];
        foreach ($ready as $fd => $one) {
            if (isset($this->streams[$fd])) {
                $events[$this->streams[$fd]] = $one;
            }
        }
        if (count($events) > 1) {
            ksort($events);
        }
        return $events;
    }
}
