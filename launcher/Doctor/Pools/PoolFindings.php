<?php

declare(strict_types=1);

namespace Tern\Launcher\Doctor\Pools;

use Tern\Internal\Framework\Application\Extensions;
use Tern\Launcher\Doctor\Finding;
use Tern\Launcher\Fpm\Accounts;
use Tern\Launcher\Fpm\Differences;
use Tern\Launcher\Fpm\PoolConfig;
use Tern\Launcher\Fpm\PoolPlan;
use Tern\Launcher\Fpm\Section;
use Tern\Launcher\Php;
use function array_slice;
use function in_array;

/** What differs from PHP-FPM by the configuration alone, and by PHP's extensions. */
final class PoolFindings
{
    private const ISOLATION = 'php_admin_value[tern.isolation] = process';

    /** @return list<Finding> */
    public static function ofMaster(Section $global, string $file): array
    {
        return [...self::version($file), self::test($file), ...self::extensions($file), ...array_map(
            static fn(string $text): Finding => Finding::advice('directive', $text, 'remove the line'),
            Differences::ofMaster($global),
        )];
    }

    /** @return list<Finding> */
    public static function ofPool(PoolConfig $pool): array
    {
        $findings = [self::requests($pool)];
        foreach (Differences::ofPool($pool) as $name => $reason) {
            $findings[] = Finding::problem('directive', "'$name' has no effect: $reason", "without it, or with php-fpm for this pool");
        }
        return $findings;
    }

    private static function requests(PoolConfig $pool): Finding
    {
        $plan = PoolPlan::of($pool);
        $most = $pool->number('pm.max_children');
        $told = "pm.max_children = $most: $most requests at a time, in " . ($plan->processes === 1 ? '1 process' : "$plan->processes processes");
        return Finding::ok('requests', match (true) {
            $plan->isolates => "$told with one request at a time each, as with PHP-FPM",
            $most > $plan->processes => "$told; pages that compute for long hold up others of their process: php_admin_value[tern.pool_processes] says how many",
            default => $told,
        });
    }

    /** @return list<Finding> */
    private static function version(string $file): array
    {
        $own = PHP_MAJOR_VERSION . '.' . PHP_MINOR_VERSION;
        return preg_match('~^/etc/(?:php|tern/fpm)/(\d\.\d)/~', $file, $found) !== 1 || $found[1] === $own ? []
            : [Finding::problem('php', "$file is for PHP $found[1], this is PHP $own", "php$found[1] " . Php::script() . ' doctor --fpm')];
    }

    /** What `tern fpm -t` says of it. */
    private static function test(string $file): Finding
    {
        [$code, $told] = self::fpm('-t', '-y', $file);
        $errors = preg_match_all('/\] (?:ERROR|ALERT): (.*)$/m', $told, $found) > 0 ? $found[1] : [trim($told)];
        $reason = implode('; ', array_slice($errors, 0, -1) ?: $errors);
        return match (true) {
            $code === 0 => Finding::ok('configuration', 'tern fpm -t accepts it'),
            !Accounts::isRoot() => Finding::advice('configuration', "tern fpm -t as this user: $reason", 'ask as root, as PHP-FPM starts'),
            default => Finding::problem('configuration', "tern fpm -t: $reason", 'correct it: PHP-FPM does not start with it, either'),
        };
    }

    /** @return list<Finding> */
    private static function extensions(string $file): array
    {
        [$code, $told] = self::fpm('-m');
        if ($code !== 0) {
            return [];
        }
        $lines = array_filter(explode("\n", $told), static fn(string $line): bool => preg_match('/^\w/', $line) === 1);
        $loaded = array_values(array_unique(array_map(trim(...), $lines)));
        $findings = [];
        foreach ($loaded as $name) {
            if (in_array(strtolower($name), Extensions::ONE_AT_A_TIME, true)) {
                $findings[] = Finding::advice('extensions', "$name keeps the running request: each pool has pm.max_children processes with one request"
                    . ' at a time each, as with PHP-FPM', "without $name a process has many requests at a time");
            } elseif (!self::isKnown($name)) {
                $findings[] = Finding::advice(
                    'extensions',
                    "$name is unknown to Tern: requests share what it keeps outside of its globals",
                    self::ISOLATION . ' in the pools, if it keeps data of a request there',
                );
            }
        }
        if (!in_array('Zend OPcache', $loaded, true)) {
            $findings[] = Finding::problem('extensions', 'there is no opcache: a process has one request at a time', 'apt install php-opcache');
        }
        return $findings !== [] ? $findings : [Finding::ok('extensions', 'all extensions are known')];
    }

    private static function isKnown(string $name): bool
    {
        return in_array(strtolower($name), array_map(strtolower(...), Extensions::KNOWN), true);
    }

    /** @return array{int, string} what one call of `tern fpm` prints, and its exit status */
    private static function fpm(string ...$words): array
    {
        $command = (new Php())->withOptions([], ['fpm', ...array_values($words)]);
        $process = proc_open(['/bin/sh', '-c', 'exec "$@" 2>&1', 'sh', ...$command], [['file', '/dev/null', 'r'], ['pipe', 'w']], $pipes);
        if ($process === false) {
            return [-1, ''];
        }
        $told = (string) stream_get_contents($pipes[1]);
        return [proc_close($process), $told];
    }
}
