<?php

declare(strict_types=1);

namespace Tern\Launcher\Fpm;

/** Directives that have no effect, or another one than in PHP-FPM: the log and `-tt` name them. */
final class Differences
{
    /** @return list<string> */
    public static function of(Configuration $configuration): array
    {
        $lines = [];
        $global = $configuration->global;
        if ($global->text('events.mechanism') !== 'epoll') {
            $lines[] = "'events.mechanism' directive is ignored: Tern waits by epoll";
        }
        if ($global->number('process.max') > 0) {
            $lines[] = "'process.max' directive is ignored: a pool has as many processes as there are CPUs, each serves many requests at a time";
        }
        foreach ($configuration->pools() as $pool) {
            foreach (self::ofPool($pool) as $name => $reason) {
                $lines[] = "[pool $pool->name] '$name' directive is ignored: $reason";
            }
        }
        return $lines;
    }

    /** @return array<string, string> */
    private static function ofPool(PoolConfig $pool): array
    {
        $reasons = [];
        if ($pool->isGiven('apparmor_hat')) {
            $reasons['apparmor_hat'] = 'Tern does not change the AppArmor profile';
        }
        foreach ([...$pool->values, ...$pool->adminValues] as [$name]) {
            if ($name === 'extension') {
                $reasons['php_value[extension]'] = 'all pools have the extensions of php.ini';
            }
            if ($name === 'disable_classes') {
                $reasons['php_value[disable_classes]'] = 'classes are the same in all pools';
            }
        }
        return $reasons;
    }
}
