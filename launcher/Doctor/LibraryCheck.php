<?php

declare(strict_types=1);

namespace Tern\Launcher\Doctor;

use function Swoole\Coroutine\run;
use function Tern\hooked_calls;
use function extension_loaded;

/** Which libraries in this process wait cooperatively, and which block the worker. */
final class LibraryCheck
{
    private const PROGRAM = 'php';
    /** Of all calls those that wait for others. */
    private const WAITS = ['poll', '__poll_chk', 'ppoll', 'select', 'connect', 'accept', 'accept4', 'recv', 'recvfrom', 'recvmsg', 'send',
        'sendmsg', 'sendto', 'sleep', 'usleep', 'nanosleep', 'waitpid', 'getaddrinfo', 'gethostbyname', 'gethostbyname_r',
        'gethostbyaddr_r', 'getnameinfo', 'res_query', 'res_nsearch', 'flock', 'fsync'];

    /** @return list<Finding> */
    public function findings(): array
    {
        if (!extension_loaded('tern')) {
            return [];
        }
        $calls = [];
        run(static function () use (&$calls): void {
            $calls = hooked_calls();
        });
        if (($calls[self::PROGRAM]['note'] ?? '') !== '') {
            return [Finding::problem('libraries', "php: {$calls[self::PROGRAM]['note']}", 'a PHP that is linked dynamically, as those of distributions and php:8.2-cli are')];
        }
        $names = $findings = [];
        foreach ($calls as $path => $one) {
            $name = basename($path);
            $block = array_intersect($one['may_block'], self::WAITS);
            if (array_intersect($one['suspends'], self::WAITS) !== []) {
                $names[] = $name;
            }
            if ($one['note'] !== '') {
                $findings[] = Finding::advice('libraries', "$name blocks: $one[note]", 'call it where no other request waits: in a process of its own');
            } elseif ($block !== []) {
                $findings[] = Finding::ok('libraries', "$name blocks in " . implode(', ', $block));
            }
        }
        return [Finding::ok('libraries', 'cooperative: ' . implode(', ', $names)), ...$findings];
    }
}
