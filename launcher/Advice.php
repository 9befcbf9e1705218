<?php

declare(strict_types=1);

namespace Tern\Launcher;

use Swoole\Server;
use Tern\Internal\Application\Extensions;
use function extension_loaded;

/** What the machine should be told before many clients come. */
final class Advice
{
    private const FEW_FILES = 10_000;

    /** @return list<string> lines to show */
    public static function forServer(Server $server): array
    {
        $lines = [];
        if (!extension_loaded('Zend OPcache')) {
            $lines[] = 'advice: PHP has no opcache: all code is slower, and there are no contexts; apt install php-opcache' . ErrorPage::see('no-opcache');
        }
        $files = self::fileLimit();
        if ($files !== null && $files < self::FEW_FILES) {
            $lines[] = "advice: $files open files at most: so many connections fewer a few; raise it with `ulimit -n 100000`, or LimitNOFILE=100000" . ErrorPage::see('few-open-files');
        }
        $queue = self::queueLimit();
        $wanted = $server->setting['backlog'] ?? 512;
        if ($queue !== null && is_numeric($wanted) && $queue < $wanted) {
            $lines[] = "advice: backlog is $wanted, the system allows $queue; `sysctl -w net.core.somaxconn=$wanted`";
        }
        return $lines;
    }

    /** @return list<string> lines to show */
    public static function forContexts(): array
    {
        $unknown = implode(', ', Extensions::unknown());
        return $unknown === '' ? [] : ["advice: contexts share what these extensions keep for a request outside of their globals, as Tern does not know them: $unknown"];
    }

    /** How far the server can raise the number of open files; null: any. */
    public static function fileLimit(): ?int
    {
        preg_match('/^Max open files\s+\S+\s+(\d+)/m', (string) @file_get_contents('/proc/self/limits'), $found);
        return isset($found[1]) ? (int) $found[1] : null;
    }

    /** Connections that may wait to be accepted, of any socket. */
    public static function queueLimit(): ?int
    {
        $text = @file_get_contents('/proc/sys/net/core/somaxconn');
        return $text === false ? null : (int) $text;
    }
}
