<?php

declare(strict_types=1);

namespace Tern\Launcher;

use Tern\Launcher\Admin\Client;
use Tern\Launcher\Admin\Table;

final class Trace extends Command
{
    public const SUMMARY = 'the coroutines of one worker: what each waits for, and its PHP stack';
    public const OPERANDS = 'WORKER';
    public const MOST_OPERANDS = 1;
    public const OPTIONS = Client::OPTIONS;

    public function run(Arguments $given): int
    {
        $worker = $given->operands[0] ?? throw new UsageError('say of which worker: tern trace 0');
        if (preg_match('/^\d{1,4}$/D', $worker) !== 1) {
            throw new UsageError("the worker must be a number, as `tern status` shows it, \"$worker\" given");
        }
        echo Table::coroutines(Client::choose($given)->ask("/workers/$worker/coroutines"));
        return 0;
    }
}
