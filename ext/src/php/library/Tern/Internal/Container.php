<?php

declare(strict_types=1);

namespace Tern\Internal;

/** What the system tells about the container that this process runs in. */
final class Container
{
    private const MARKS = ['/.dockerenv', '/run/.containerenv'];
    private const MOUNTS = '/proc/self/mountinfo';
    // Of cgroup 2, and of cgroup 1.
    private const LIMIT = '/sys/fs/cgroup/cpu.max';
    private const QUOTA = '/sys/fs/cgroup/cpu/cpu.cfs_quota_us';
    private const PERIOD = '/sys/fs/cgroup/cpu/cpu.cfs_period_us';

    public static function is_inside(): bool
    {
        foreach (self::MARKS as $mark) {
            if (@file_exists($mark)) {
                return true;
            }
        }
        return preg_match('~docker|kubepods|containerd|libpod~', self::read(self::MOUNTS)) === 1;
    }

    public static function cpus(): int
    {
        if (!self::is_inside()) {
            return swoole_cpu_num();
        }
        [$quota, $period] = explode(' ', self::read(self::LIMIT)) + ['', ''];
        if ($quota === '') {
            [$quota, $period] = [self::read(self::QUOTA), self::read(self::PERIOD)];
        }
        $microseconds = (int) $quota;  // max, or -1: there is no limit
        return $microseconds > 0 && (int) $period > 0 ? (int) ceil($microseconds / (int) $period) : swoole_cpu_num();
    }

    private static function read(string $file): string
    {
        $text = @file_get_contents($file);
        return $text === false ? '' : trim($text);
    }
}
