<?php

declare(strict_types=1);

namespace Tern\Launcher\Doctor;

use Tern\Launcher\Advice;
use Tern\Launcher\IniFiles;
use Tern\Launcher\MemoryLimit;
use Tern\Launcher\Php;
use function ini_get;

/** What this user may have: open files, processes, memory. */
final class LimitCheck
{
    private const FEW_FILES = 10_000;
    private const FEW_PROCESSES = 256;

    /** @return list<Finding> */
    public function findings(): array
    {
        $files = Advice::fileLimit();
        $findings = [$files !== null && $files < self::FEW_FILES
            ? Finding::advice('limits', "$files open files: at most about that many connections", 'LimitNOFILE=100000 in the unit, ulimit -n 100000, or docker run --ulimit nofile=100000')
            : Finding::ok('limits', ($files ?? 'any number of') . ' open files')];
        preg_match('/^Max processes\s+(\d+)/m', (string) @file_get_contents('/proc/self/limits'), $found);
        if (isset($found[1]) && (int) $found[1] < self::FEW_PROCESSES) {
            $findings[] = Finding::advice('limits', "$found[1] processes of this user", 'TasksMax=4096 in the unit, or ulimit -u 4096');
        }
        $findings[] = Finding::ok('limits', 'memory_limit of `tern serve`: ' . $this->memory());
        return $findings;
    }

    private function memory(): string
    {
        $ini = IniFiles::ofFolder(new Php());
        $own = IniFiles::ofThisPhp();
        $isOption = (new Php())->isOption('memory_limit');
        $page = $isOption ? null : MemoryLimit::ofRequest($ini) ?? $ini->value('memory_limit');
        $worker = $isOption ? null : MemoryLimit::ofWorker($own) ?? $own->value('memory_limit');
        $given = (string) ini_get('memory_limit');
        return ($page ?? $given) . ' of a request of a classic site (by ' . $ini->main() . '), ' . ($worker ?? $given) . ' of a worker of a script (by ' . $own->main() . ')';
    }
}
