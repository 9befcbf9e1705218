<?php

declare(strict_types=1);

namespace Tern\Launcher;

use Tern\Launcher\Admin\Client;
use Tern\Launcher\Admin\Data;
use Tern\Launcher\Admin\Table;
use function array_slice;

/** What a server asks its databases. */
final class Queries extends Command
{
    public const SUMMARY = 'what a running server asks its databases, with the option db_queries';
    public const OPTIONS = Client::OPTIONS + [
        '--by' => ['total|count|worst', 'those first that took longest together, were sent most often, or took longest once; default: total', ['total', 'count', 'worst']],
        '--most' => ['NUMBER', 'how many; default: 20'],
        '--json' => [null, 'all of it, for programs'],
    ];

    private const BY = ['total' => 'waited_ms', 'count' => 'count', 'worst' => 'worst_ms'];
    private const MOST = 20;
    private const MOST_OF_ALL = 100_000;

    public function run(Arguments $given): int
    {
        $by = self::BY[$given->choice('--by', array_keys(self::BY)) ?? 'total'];
        $most = $given->number('--most', 1, self::MOST_OF_ALL) ?? self::MOST;
        $client = Client::choose($given);
        if ($given->has('--json')) {
            echo rtrim($client->askText('/queries')), "\n";
            return 0;
        }
        $queries = $client->ask('/queries')->below('queries')->rows();
        usort($queries, static fn(Data $one, Data $other): int => $other->number($by) <=> $one->number($by));
        if ($queries === []) {
            echo "it has sent no queries, or does not observe them (option db_queries)\n";
            return 0;
        }
        echo implode("\n", Table::queries(array_slice($queries, 0, $most))), "\n";
        return 0;
    }
}
