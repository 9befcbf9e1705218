<?php

declare(strict_types=1);

namespace Tern\Launcher\Fpm;

use Tern\Internal\Fpm\Monitor;
use Tern\Internal\Unix;
use function strlen;

/** What a worker prints to one of its two streams: lines of the log. */
final class Output
{
    private const MOST_READS = 64;
    private const END = ', pipe is closed';

    /** The beginning of a line whose end has not come. */
    private string $rest = '';
    private bool $isOpen = true;

    /**
     * @param int $descriptor where it arrives
     * @param string $stream stdout or stderr
     * @param int $pid of the worker that prints now
     */
    public function __construct(
        public readonly int $descriptor,
        public readonly string $stream,
        public int $pid,
        private readonly string $pool,
        private readonly bool $decorates,
        private readonly Log $log,
    ) {
    }

    /** False: no more will come. */
    public function read(): bool
    {
        for ($i = 0; $i < self::MOST_READS && $this->isOpen; ++$i) {
            $text = Unix\read($this->descriptor);
            if ($text === null) {
                break;
            }
            $this->isOpen = $text !== '';
            $this->take($text);
        }
        return $this->isOpen;
    }

    private function take(string $text): void
    {
        $messages = explode(Monitor::FLUSH, $this->rest . $text);
        $last = (string) array_pop($messages);
        $this->rest = '';
        foreach ($messages as $message) {
            foreach (explode("\n", $message) as $line) {
                $this->write($line, '');
            }
        }
        $this->takeUnmarked($last);
    }

    private function takeUnmarked(string $text): void
    {
        $lines = explode("\n", $text);
        $this->rest = (string) array_pop($lines);
        foreach ($lines as $line) {
            $this->write($line, '');
        }
        if (!$this->isOpen && $this->rest !== '') {
            $this->write($this->rest, $this->decorates ? self::END : '');
            $this->rest = '';
        }
        while (strlen($this->rest) >= $this->log->limit) {
            $this->rest = $this->writePiece($this->prefix(), $this->rest);
        }
    }

    private function prefix(): string
    {
        return $this->decorates
            ? $this->log->prefix(Level::Warning) . "[pool $this->pool] child $this->pid said into $this->stream: " : '';
    }

    /** In pieces that fit into lines of the log. PHP-FPM leaves out empty lines. */
    private function write(string $line, string $end): void
    {
        if ($line === '') {
            return;
        }
        $prefix = $this->prefix();
        $quotes = $this->decorates ? 2 : 0;
        while (strlen($prefix) + strlen($line) + $quotes >= $this->log->limit) {
            $line = $this->writePiece($prefix, $line);
        }
        $quote = $this->decorates ? '"' : '';
        $this->print("$prefix$quote$line$quote$end");
    }

    /**
     * As much as one line takes.
     *
     * @return string the rest
     */
    private function writePiece(string $prefix, string $text): string
    {
        $quote = $this->decorates ? '"' : '';
        $room = max(1, $this->log->limit - 1 - strlen($prefix) - 2 * strlen($quote));
        $this->print($prefix . $quote . substr($text, 0, $room) . $quote);
        return substr($text, $room);
    }

    private function print(string $line): void
    {
        if (!$this->decorates || $this->log->level->value <= Level::Warning->value) {
            $this->log->printLine(Level::Warning, $line);
        }
    }

    public function close(): void
    {
        $this->read();
        $this->isOpen = false;
        $this->take('');
        Unix\close($this->descriptor);
    }
}
