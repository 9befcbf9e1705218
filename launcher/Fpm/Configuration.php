<?php

declare(strict_types=1);

namespace Tern\Launcher\Fpm;

/** What the files say: the section [global], and the pools in their order. */
final class Configuration
{
    public readonly Section $global;
    /** @var array<string, PoolConfig> by name in lower case */
    private array $pools = [];

    public function __construct()
    {
        $this->global = new Section(Directives::OF_MASTER);
    }

    /** The pool of that name, which is made if there is none. */
    public function pool(string $name): PoolConfig
    {
        return $this->pools[strtolower($name)] ??= new PoolConfig($name);
    }

    /** @return list<PoolConfig> */
    public function pools(): array
    {
        return array_values($this->pools);
    }

    /** In the server of a pool, which must not know the others. */
    public function leave(PoolConfig $kept): void
    {
        foreach ($this->pools as $pool) {
            $pool === $kept || $pool->forget();
        }
        $this->pools = [strtolower($kept->name) => $kept];
    }

    /** @return list<string> as `-tt` shows it */
    public function show(): array
    {
        $lines = ['[global]', ...self::indented($this->global->show()), ' '];
        foreach ($this->pools as $pool) {
            array_push($lines, "[$pool->name]", ...self::indented($pool->show()), ...[' ']);
        }
        return $lines;
    }

    /**
     * @param list<string> $lines
     * @return list<string>
     */
    private static function indented(array $lines): array
    {
        return array_map(static fn(string $line): string => "\t$line", $lines);
    }
}
