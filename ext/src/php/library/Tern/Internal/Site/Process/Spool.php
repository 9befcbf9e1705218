<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Process;

use RuntimeException;
use Swoole\Coroutine;
use function strlen;
use function Tern\Internal\wait;
use function Tern\Internal\wake;
use function Tern\Internal\close_on_exec;

/** Bytes that one coroutine adds and another one takes, in this order: in memory, and beyond a limit in a temporary file. */
final class Spool
{
    private const MEMORY_BYTES = 1 << 20;
    private const FILE_BYTES = 1 << 30;
    private const PIECE_BYTES = 1 << 17;

    private string $memory = '';
    /** @var resource|null what does not fit into memory; all of it follows $memory */
    private $file = null;
    private int $written = 0;
    private int $read = 0;
    private bool $hasEnded = false;
    /** The coroutine that waits in take(). */
    private ?int $taker = null;
    /** The one that waits in add(). */
    private ?int $adder = null;

    /** Suspends while the file is full. */
    public function add(string $piece): void
    {
        while ($this->written >= self::FILE_BYTES && !$this->hasEnded && self::await($this->adder));
        if ($this->hasEnded) {
            return;
        }
        if ($this->read === $this->written && strlen($this->memory) + strlen($piece) <= self::MEMORY_BYTES) {
            $this->memory .= $piece;
        } else {
            $this->store($piece);
        }
        self::goOn($this->taker);
    }

    /** Nothing is added any more. */
    public function end(): void
    {
        $this->hasEnded = true;
        self::goOn($this->taker);
        self::goOn($this->adder);
    }

    /** Suspends until there is something. @return string|null null: the end */
    public function take(): ?string
    {
        while ($this->memory === '' && $this->read === $this->written) {
            if ($this->hasEnded || !self::await($this->taker)) {
                return null;
            }
        }
        if ($this->memory === '') {
            return $this->load();
        }
        $piece = $this->memory;
        $this->memory = '';
        return $piece;
    }

    /** @param int|null $who the coroutine that waits. @return bool false: it was cancelled */
    private static function await(?int &$who): bool
    {
        $who = Coroutine::getCid();
        try {
            return wait(0);
        } finally {
            $who = null;
        }
    }

    /**
     * Once: until the coroutine has run, it does not wait any more.
     *
     * @param-out null $who
     */
    private static function goOn(?int &$who): void
    {
        $cid = $who;
        $who = null;
        $cid !== null && wake($cid);
    }

    private function store(string $piece): void
    {
        $this->file ??= close_on_exec(tmpfile()) ?: throw new RuntimeException('there is no temporary file for the response of a script');
        fseek($this->file, $this->written);
        if (fwrite($this->file, $piece) !== strlen($piece)) {
            throw new RuntimeException('the response of a script does not fit into the temporary folder');
        }
        $this->written += strlen($piece);
    }

    private function load(): string
    {
        if ($this->file === null) {
            return '';
        }
        fseek($this->file, $this->read);
        $piece = (string) fread($this->file, self::PIECE_BYTES);
        $this->read += strlen($piece);
        if ($this->read === $this->written) {
            ftruncate($this->file, 0);
            $this->read = $this->written = 0;
            self::goOn($this->adder);
        }
        return $piece;
    }
}
