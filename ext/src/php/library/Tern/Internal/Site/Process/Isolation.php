<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Process;

use Tern\Internal\Framework\Application\Extensions;
use Tern\Internal\Site\Options;
use function count;

/** Which scripts of a site run in PHP workers: those that change the whole process, or all. */
final class Isolation
{
    /** They fork, set signal handlers and timers of the process, or call functions of C. */
    private const OF_PROCESS = '/\bpcntl_\w+\s*\(|\bFFI\s*::/i';
    private const MOST_FILES = 2048;
    private const VALID_S = 1;

    private readonly bool $isForAll;
    /** @var array<string, array{int, int|false, bool}> by file: when it was looked at, its time of change, the result */
    private array $known = [];

    public function __construct(Options $options)
    {
        $this->isForAll = self::reason($options) !== null;
    }

    /** Why all scripts run there, for the message at the start. Null: only some do. */
    public static function reason(Options $options): ?string
    {
        if ($options->isolation === 'process') {
            return '';
        }
        $extensions = Extensions::oneAtATime();
        return $extensions === [] ? null : ', since ' . implode(', ', $extensions) . ' keeps it for itself';
    }

    public function needsProcess(string $file): bool
    {
        if ($this->isForAll) {
            return true;
        }
        $now = time();
        $known = $this->known[$file] ?? null;
        if ($known !== null && $known[0] + self::VALID_S >= $now) {
            return $known[2];
        }
        clearstatcache(true, $file);
        $changed = @filemtime($file);
        $result = $known !== null && $known[1] === $changed ? $known[2] : self::look($file);
        if (count($this->known) >= self::MOST_FILES) {
            $this->known = [];
        }
        $this->known[$file] = [$now, $changed, $result];
        return $result;
    }

    private static function look(string $file): bool
    {
        if (preg_match(self::OF_PROCESS, (string) @file_get_contents($file), $found) !== 1) {
            return false;
        }
        error_log("tern: $file uses " . rtrim($found[0], ' (') . ': it runs in a PHP worker, one request at a time');
        return true;
    }
}
