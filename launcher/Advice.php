<?php

declare(strict_types=1);

namespace Tern\Launcher;

use Swoole\Server;
use Tern\Internal\Framework\Application\Extensions;
use Tern\Internal\Site\Options;
use function array_slice;
use function count;
use function extension_loaded;
use function is_string;
use function strlen;

/** What the machine should be told before many clients come. */
final class Advice
{
    private const FEW_FILES = 10_000;
    private const DENIES = '/^\s*(?:Require\s+all\s+denied|Deny\s+from\s+all)\b/mi';
    private const MOST_BYTES = 65_536;
    private const MOST_FOLDERS = 1000;
    private const MOST_NAMED = 3;

    /** @return list<string> lines to show */
    public static function forServer(Server $server): array
    {
        $lines = [];
        if (!extension_loaded('Zend OPcache')) {
            $lines[] = 'advice: PHP has no opcache: all code is slower, and there are no contexts; apt install php-opcache' . ErrorPage::see('no-opcache');
        }
        $files = self::fileLimit();
        if ($files !== null && $files < self::FEW_FILES) {
            $lines[] = "advice: $files open files at most, so fewer connections than that; raise it with `ulimit -n 100000`, or LimitNOFILE=100000" . ErrorPage::see('few-open-files');
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

    /**
     * Of a site that Apache would not send whole.
     *
     * @return list<string> lines to show
     */
    public static function forSite(Options $site): array
    {
        $files = $site->hasRules() ? [] : self::denying($site->root);
        if ($files === []) {
            return [];
        }
        $more = count($files) - self::MOST_NAMED;
        $names = implode(', ', array_slice($files, 0, self::MOST_NAMED)) . ($more > 0 ? " and $more more" : '');
        return ["advice: $names: access is denied there, but .htaccess files are not read; start the server with --htaccess"];
    }

    /** @return list<string> the .htaccess files that deny access, relative to the root; those of the first folders, level by level */
    private static function denying(string $root): array
    {
        $files = [];
        for ($folders = [$root], $i = 0; isset($folders[$i]) && $i < self::MOST_FOLDERS; ++$i) {
            $text = @file_get_contents("$folders[$i]/.htaccess", length: self::MOST_BYTES);
            if (is_string($text) && preg_match(self::DENIES, $text) === 1) {
                $files[] = substr("$folders[$i]/.htaccess", strlen($root) + 1);
            }
            if (count($folders) < self::MOST_FOLDERS) {
                $folders = [...$folders, ...glob(addcslashes($folders[$i], '*?[\\') . '/*', GLOB_ONLYDIR) ?: []];
            }
        }
        return $files;
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
