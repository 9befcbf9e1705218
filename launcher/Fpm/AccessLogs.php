<?php

declare(strict_types=1);

namespace Tern\Launcher\Fpm;

use Tern\Internal\Unix;

/** The access logs of the pools. The master opens them, as their users may not. */
final class AccessLogs
{
    /** @var array<string, int> descriptors by pool */
    private array $open = [];

    public function __construct(private readonly Log $log)
    {
    }

    /**
     * @param list<PoolConfig> $pools
     * @throws ConfigError
     */
    public function open(array $pools): void
    {
        foreach ($pools as $pool) {
            if ($pool->isGiven('access.log')) {
                $this->open[$pool->name] = $this->openOne($pool->text('access.log'));
            }
        }
    }

    /** @throws ConfigError */
    private function openOne(string $path): int
    {
        $descriptor = Unix\open_log($path);  // fopen() has another mode, and opens no /dev/stderr that is a pipe
        if ($descriptor < 0) {
            throw ConfigError::ofSystem("failed to open access log ($path)", -$descriptor);
        }
        $this->log->debug("open access log ($path)");
        return $descriptor;
    }

    /**
     * Whether they can be opened, as `-t` of PHP-FPM looks.
     *
     * @param list<PoolConfig> $pools
     * @throws ConfigError
     */
    public function check(array $pools): void
    {
        $this->open($pools);
        array_map(Unix\close(...), $this->open);
        $this->open = [];
    }

    public function areUsed(): bool
    {
        return $this->open !== [];
    }

    /**
     * For servers that start from now on.
     *
     * @param list<PoolConfig> $pools
     */
    public function reopen(array $pools): bool
    {
        $former = $this->open;
        try {
            $this->open($pools);
        } catch (ConfigError $error) {
            $this->log->write($error->level, $error->getMessage());
            $this->open += $former;
            return false;
        }
        array_map(Unix\close(...), $former);
        return true;
    }

    /**
     * In the server of a pool.
     *
     * @return int|null its log; null: it has none
     */
    public function leaveOthers(PoolConfig $pool): ?int
    {
        foreach ($this->open as $name => $descriptor) {
            $name === $pool->name || Unix\close($descriptor);
        }
        $own = $this->open[$pool->name] ?? null;
        $this->open = [];
        return $own;
    }
}
