<?php

declare(strict_types=1);

namespace Tern\Launcher\Doctor;

/** The kernel and its settings. */
final class KernelCheck
{
    private const LEAST = '5.6';

    /** At least so much: file below /proc/sys, number, what it is for. */
    private const NUMBERS = [
        ['net/core/somaxconn', 1024, 'connections that wait to be accepted, of one socket'],
        ['net/ipv4/tcp_max_syn_backlog', 1024, 'connections that are being made'],
        ['fs/file-max', 100_000, 'open files of the whole machine'],
        ['fs/inotify/max_user_watches', 8192, 'folders that --watch can watch'],
        ['fs/inotify/max_user_instances', 16, 'programs that can watch'],
    ];
    private const LEAST_PORTS = 16_000;

    /** @return list<Finding> */
    public function findings(): array
    {
        $release = php_uname('r');
        $findings = [version_compare($release, self::LEAST, '<')
            ? Finding::advice('kernel', "Linux $release: no symbolic links in static files", 'Linux 5.6 or newer has openat2(2)')
            : Finding::ok('kernel', "Linux $release")];
        foreach (self::NUMBERS as [$file, $least, $what]) {
            $found = $this->number($file);
            if ($found !== null) {
                $name = strtr($file, '/', '.');
                $findings[] = $found < $least ? Finding::advice('kernel', "$name is $found: $what", "sysctl -w $name=$least") : Finding::ok('kernel', "$name is $found");
            }
        }
        $findings[] = $this->ports();
        return $findings;
    }

    private function ports(): Finding
    {
        $name = 'net.ipv4.ip_local_port_range';
        $text = (string) @file_get_contents('/proc/sys/net/ipv4/ip_local_port_range');
        if (preg_match('/^(\d+)\s+(\d+)/', $text, $found) !== 1) {
            return Finding::ok('kernel', "$name cannot be read");
        }
        [, $first, $last] = $found;
        $count = (int) $last - (int) $first + 1;
        return $count < self::LEAST_PORTS
            ? Finding::advice('kernel', "$name has $count ports, and each connection to one database or server takes one", "sysctl -w $name='10240 65535'")
            : Finding::ok('kernel', "$name is $first to $last");
    }

    private function number(string $file): ?int
    {
        $text = @file_get_contents("/proc/sys/$file");
        return $text === false ? null : (int) min((float) trim($text), PHP_INT_MAX / 2);
    }
}
