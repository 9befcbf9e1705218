<?php

declare(strict_types=1);

namespace Tern\Launcher\Fpm;

use function is_array;
use function is_int;
use function is_string;
use function array_slice;

/** A message from the server of a pool to the master. A pool can only lie about itself. */
final class Report
{
    public const STARTED = 'started';
    public const STOPPED = 'stopped';
    public const DIED = 'died';
    public const IDLE = 'idle';
    public const SLOW = 'slow';
    public const OVERDUE = 'overdue';
    private const MOST_TEXT = 2000;

    public function __construct(
        public readonly string $what,
        public readonly int $worker = -1,
        public readonly int $pid = 0,
        public readonly int $code = 0,
        public readonly int $signal = 0,
        public readonly string $text = '',
    ) {
    }

    public function encode(): string
    {
        $text = (string) preg_replace('/[^\x20-\x7e]/', '.', substr($this->text, 0, self::MOST_TEXT));
        return (string) json_encode([$this->what, $this->worker, $this->pid, $this->code, $this->signal, $text]);
    }

    /** The stack of a slow request has a form of its own. */
    public static function decode(string $text): ?self
    {
        if (preg_match('/^\d+ \d+ \d+\n/', $text) === 1) {
            return new self(self::SLOW, text: $text);
        }
        $given = json_decode($text, true);
        if (!is_array($given) || !is_string($given[0] ?? null)) {
            return null;
        }
        $numbers = array_map(static fn(mixed $one): int => is_int($one) ? $one : 0, array_pad(array_slice($given, 1, 4), 4, 0));
        $words = is_string($given[5] ?? null) ? (string) preg_replace('/[^\x20-\x7e]/', '.', $given[5]) : '';
        return new self($given[0], $numbers[0], $numbers[1], $numbers[2], $numbers[3], $words);
    }
}
