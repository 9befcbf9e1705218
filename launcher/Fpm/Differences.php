<?php

declare(strict_types=1);

namespace Tern\Launcher\Fpm;

/** Directives that have no effect, or another one than in PHP-FPM: the log and `-tt` name them. */
final class Differences
{
    /** @return list<string> */
    public static function of(Configuration $configuration): array
    {
        $lines = self::ofMaster($configuration->global);
        foreach ($configuration->pools() as $pool) {
            foreach (self::ofPool($pool) as $name => $reason) {
                $lines[] = "[pool $pool->name] '$name' directive is ignored: $reason";
            }
        }
        return [...$lines, ...self::ofFunctions($configuration->pools())];
    }

    /**
     * opcache has code of a file for all pools: that of a pool which may call a function crashes in one which may not.
     *
     * @param iterable<PoolConfig> $pools
     * @return list<string>
     */
    private static function ofFunctions(iterable $pools): array
    {
        $lines = [];
        $first = null;
        foreach ($pools as $pool) {
            $first ??= $pool;
            if (self::disabled($pool) !== self::disabled($first)) {
                $lines[] = "[pool $pool->name] 'disable_functions' differs from that of pool '$first->name':"
                    . ' PHP crashes where both include the same file, unless php.ini has it for all pools';
            }
        }
        return $lines;
    }

    /** @return list<string> beyond those of php.ini */
    private static function disabled(PoolConfig $pool): array
    {
        $names = [];
        foreach ([...$pool->values, ...$pool->adminValues] as [$name, $value]) {
            if ($name === 'disable_functions') {
                array_push($names, ...preg_split('/[\s,]+/', strtolower($value), -1, PREG_SPLIT_NO_EMPTY) ?: []);
            }
        }
        $names = array_unique($names);
        sort($names);
        return $names;
    }

    /** @return list<string> */
    public static function ofMaster(Section $global): array
    {
        $lines = [];
        if ($global->isGiven('events.mechanism') && strcasecmp($global->text('events.mechanism'), 'epoll') !== 0) {
            $lines[] = "'events.mechanism' directive is ignored: Tern waits by epoll";
        }
        if ($global->number('process.max') > 0) {
            $lines[] = "'process.max' directive is ignored: a pool has as many processes as there are CPUs, each serves many requests at a time";
        }
        return $lines;
    }

    /** @return array<string, string> reasons by directive */
    public static function ofPool(PoolConfig $pool): array
    {
        $reasons = [];
        if ($pool->isGiven('apparmor_hat')) {
            $reasons['apparmor_hat'] = 'Tern does not change the AppArmor profile';
        }
        if ($pool->isGiven('listen.setfib')) {
            $reasons['listen.setfib'] = 'only FreeBSD has routing tables for sockets';
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
