<?php

declare(strict_types=1);

namespace Tern\Launcher;

use Tern\Launcher\Admin\Client;
use Tern\Launcher\Admin\Data;

/** Has a new server take the place of a running one, and waits for it. */
final class Upgrade extends Command
{
    public const SUMMARY = 'start the program anew, with the PHP and the extension that are installed now, without losing a request';
    public const OPTIONS = Client::OPTIONS;
    public const NOTES = <<<'TEXT'
        The new server is started by the same command, in the same folder. It gets the sockets of the running one and takes over
        when it is ready. If it fails, the running one goes on, and its log says why.

        TEXT;

    private const LOOK_AGAIN_US = 20_000;

    public function run(Arguments $given): int
    {
        $client = Client::choose($given);
        $before = $client->ask('/stats')->below('server');
        $pid = $before->number('pid');
        $count = $before->below('upgrade')->number('count');
        $client->ask('/upgrade', 'POST');
        $new = 0;
        for (; ; usleep(self::LOOK_AGAIN_US)) {
            $now = self::look($client, $isThere);
            if (!$isThere) {
                break;
            }
            if ($now === null) {
                continue;  // its admin process has ended within the answer
            }
            if ($now->number('pid') !== $pid) {
                $new = (int) $now->number('pid');
                break;
            }
            $upgrade = $now->below('upgrade');
            $isOurs = $upgrade->number('count') > $count;
            $new = $isOurs ? (int) $upgrade->number('pid') : 0;
            if ($isOurs && $upgrade->text('state') === 'failed') {
                fwrite(STDERR, "tern: the new server has failed, and $client->address goes on as before: its log says why\n");
                return 1;
            }
        }
        echo "$client->address is upgraded", $new > 0 ? ": the new server is process $new" : '', "\n";
        return 0;
    }

    private static function look(Client $client, ?bool &$isThere): ?Data
    {
        try {
            $isThere = true;
            return $client->ask('/stats')->below('server');
        } catch (UsageError) {
            $isThere = $client->isThere();
            return null;
        }
    }
}
