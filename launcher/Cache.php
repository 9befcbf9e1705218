<?php

declare(strict_types=1);

namespace Tern\Launcher;

use Tern\Launcher\Admin\Client;

final class Cache extends Command
{
    public const SUMMARY = 'the cache that the workers of a running server share: its figures, or empty it';
    public const OPERANDS = '[clear]';
    public const MOST_OPERANDS = 1;
    public const COMPLETES = ['clear'];
    public const OPTIONS = Client::OPTIONS;

    private const SHOWN = ['size', 'used', 'largest', 'entries', 'hits', 'misses', 'stored', 'evicted', 'expired', 'lost'];

    public function run(Arguments $given): int
    {
        $what = $given->operands[0] ?? '';
        if ($what !== '' && $what !== 'clear') {
            throw new UsageError("say `tern cache` or `tern cache clear`, \"$what\" given");
        }
        $client = Client::choose($given);
        if ($what === 'clear') {
            $client->ask('/cache/clear', 'POST');
            echo "the cache of $client->address is empty\n";
            return 0;
        }
        $told = $client->ask('/cache');
        foreach (self::SHOWN as $name) {
            printf("%-8s %d\n", $name, $told->number($name));
        }
        return 0;
    }
}
