<?php

declare(strict_types=1);

namespace Tern\Launcher;

use Tern\Launcher\Admin\Client;

/** Has a new server take the place of a running one, and waits for it. */
final class Upgrade extends Command
{
    public const SUMMARY = 'start the program anew, with the PHP and the extension that are installed now, without losing a request';
    public const OPTIONS = Client::OPTIONS;
    public const NOTES = <<<'TEXT'
        The new server is started by the same command, in the same folder. It gets the sockets of the running one and takes over
        when it is ready. If it fails, the running one continues, and its log says why.

        TEXT;

    private const LOOK_AGAIN_US = 20_000;

    public function run(Arguments $given): int
    {
        $client = Client::choose($given);
        $upgrade = new RunningUpgrade($client);
        while (!$upgrade->isOver()) {
            usleep(self::LOOK_AGAIN_US);
        }
        if ($upgrade->isGone) {
            fwrite(STDERR, "tern: nothing responds at $client->address any more, neither the old server nor the new one\n");
            return 1;
        }
        if ($upgrade->hasFailed) {
            fwrite(STDERR, "tern: the new server has failed, and $client->address continues as before: its log says why\n");
            return 1;
        }
        echo "$client->address is upgraded", $upgrade->newPid > 0 ? ": the new server is process $upgrade->newPid" : '', "\n";
        return 0;
    }
}
