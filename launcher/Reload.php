<?php

declare(strict_types=1);

namespace Tern\Launcher;

use Tern\Launcher\Admin\Client;

final class Reload extends Command
{
    public const SUMMARY = 'replace the workers of a running server, without losing a request';
    public const OPTIONS = Client::OPTIONS + ['--tasks' => [null, 'task workers only']];

    public function run(Arguments $given): int
    {
        $client = Client::choose($given);
        $client->ask('/reload', 'POST', json_encode(['only_tasks' => $given->has('--tasks')], JSON_THROW_ON_ERROR));
        echo "$client->address reloads\n";
        return 0;
    }
}
