<?php

declare(strict_types=1);

namespace Tern\Launcher;

use Tern\Launcher\Admin\Client;

final class Stop extends Command
{
    public const SUMMARY = 'end a running server, once its requests have their responses';
    public const OPTIONS = Client::OPTIONS;

    private const LOOK_AGAIN_US = 20_000;

    public function run(Arguments $given): int
    {
        $client = Client::choose($given);
        $pid = (int) $client->ask('/stats')->below('server')->number('pid');
        $client->ask('/stop', 'POST');
        // Its own process is the last thing that ends; of another machine's nothing can be seen but the socket.
        $isLocal = $pid > 0 && str_starts_with($client->address, 'unix:');
        while ($isLocal ? is_dir("/proc/$pid") && !$this->isZombie($pid) : $client->isThere()) {
            usleep(self::LOOK_AGAIN_US);
            clearstatcache();  // else is_dir() says what it has said before
        }
        echo "$client->address has ended\n";
        return 0;
    }

    private function isZombie(int $pid): bool
    {
        return preg_match('/^State:\s+Z/m', (string) @file_get_contents("/proc/$pid/status")) === 1;
    }
}
