<?php

declare(strict_types=1);

namespace Tern\Launcher\Doctor;

use function array_slice;
use function dirname;

/** Whether a process listens at a port already, and which. */
final class PortCheck
{
    private const LISTENS = '0A';

    public function __construct(private readonly int $port)
    {
    }

    /** @return list<Finding> */
    public function findings(): array
    {
        $inodes = $this->inodes();
        if ($inodes === []) {
            return [Finding::ok('ports', "$this->port is free")];
        }
        $pid = $this->owner($inodes);
        return [Finding::problem('ports', "$this->port is in use by {$this->name($pid)}", $this->fix($pid))];
    }

    /** Of a port that is in use: by which process, and what to do. */
    public function advice(): string
    {
        $pid = $this->owner($this->inodes());
        return "$this->port is in use by {$this->name($pid)}: {$this->fix($pid)}";
    }

    private function name(?int $pid): string
    {
        return $pid === null ? 'another user\'s process' : trim((string) @file_get_contents("/proc/$pid/comm")) . " (pid $pid)";
    }

    private function fix(?int $pid): string
    {
        return 'tern serve --port ' . ($this->port < 65535 ? $this->port + 1 : 9501) . ($pid === null ? '' : ", or kill $pid");
    }

    /** @return array<string, true> of the sockets that listen there */
    private function inodes(): array
    {
        $found = [];
        foreach (['tcp', 'tcp6'] as $family) {
            foreach (array_slice(@file("/proc/net/$family") ?: [], 1) as $line) {
                $fields = preg_split('/\s+/', trim($line)) ?: [];
                $port = hexdec(substr((string) strrchr($fields[1], ':'), 1));
                if ($fields[3] === self::LISTENS && $port === $this->port) {
                    $found["socket:[$fields[9]]"] = true;
                }
            }
        }
        return $found;
    }

    /** @param array<string, true> $inodes */
    private function owner(array $inodes): ?int
    {
        foreach (glob('/proc/[0-9]*/fd', GLOB_ONLYDIR) ?: [] as $folder) {
            foreach (@scandir($folder) ?: [] as $name) {
                if (isset($inodes[(string) @readlink("$folder/$name")])) {
                    return (int) basename(dirname($folder));
                }
            }
        }
        return null;
    }
}
