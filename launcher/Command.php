<?php

declare(strict_types=1);

namespace Tern\Launcher;

/** One command of `tern`. What its constants say is what help and completion show. */
abstract class Command
{
    /** @var string */
    public const SUMMARY = '';
    /** @var string its operands, as they are shown behind its name */
    public const OPERANDS = '';
    /** @var int the most operands that it takes; what comes behind `--` is not counted */
    public const MOST_OPERANDS = 0;
    /** @var list<string>|string what completion offers for operands: 'file', 'folder', 'command', or a list of words */
    public const COMPLETES = [];
    /** @var array<string, array{?string, string, 2?: string|list<string>}> by name: its value's name (null: it has none),
     *      what it does, and what completion offers for the value */
    public const OPTIONS = [];
    /** @var string more lines of its help */
    public const NOTES = '';

    /** @return int the exit status */
    abstract public function run(Arguments $given): int;
}
