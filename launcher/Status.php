<?php

declare(strict_types=1);

namespace Tern\Launcher;

use Tern\Launcher\Admin\Client;
use Tern\Launcher\Admin\Table;

final class Status extends Command
{
    public const SUMMARY = 'what a running server does, and each of its workers';
    public const OPTIONS = Client::OPTIONS + ['--json' => [null, 'all of it, for programs']];

    public function run(Arguments $given): int
    {
        $client = Client::choose($given);
        if ($given->has('--json')) {
            echo rtrim($client->askText('/stats')), "\n";
            return 0;
        }
        $told = $client->ask('/stats');
        echo Table::server($told->below('server')), "\n", implode("\n", Table::workers($told->below('workers')->rows())), "\n";
        return 0;
    }
}
