<?php

declare(strict_types=1);

namespace Tern\Launcher\Fpm;

use function ini_get;

/** A pool, as the files have it. */
final class PoolConfig extends Section
{
    /** @var list<string> */
    public array $suppressedPaths = [];
    /** @var list<array{string, string}> names and values, the last line of the file first: PHP-FPM applies them so */
    public array $environment = [];
    /** @var list<array{string, string}> */
    public array $values = [];
    /** @var list<array{string, string}> */
    public array $adminValues = [];

    public function __construct(public readonly string $name)
    {
        parent::__construct(Directives::OF_POOL);
    }

    public function error(string $message, Level $level = Level::Error): ConfigError
    {
        return new ConfigError("[pool $this->name] $message", $level);
    }

    /** Drops what only the pool itself may know. */
    public function forget(): void
    {
        $this->environment = $this->values = $this->adminValues = [];
    }

    public function isIp(string $directive = 'listen'): bool
    {
        $address = $this->text($directive);
        return str_contains($address, ':') || Kind::isNumber($address);
    }

    /** What a setting of PHP is for pages: the pool's, or php.ini's. Of several lines the first one counts, as with PHP-FPM. */
    public function setting(string $name): string
    {
        return array_column($this->adminValues, 1, 0)[$name] ?? array_column($this->values, 1, 0)[$name] ?? (string) ini_get($name);
    }

    /** @return list<string> */
    public function show(): array
    {
        $lines = [];
        foreach (parent::show() as $line) {
            $lines[] = $line;
            if (str_starts_with($line, 'access.format = ')) {
                array_push($lines, ...array_map(static fn(string $path): string => "access.suppress_path[] = $path", $this->suppressedPaths));
            }
        }
        foreach (['env' => $this->environment, 'php_value' => $this->values, 'php_admin_value' => $this->adminValues] as $directive => $list) {
            foreach ($list as [$name, $value]) {
                $lines[] = "{$directive}[$name] = $value";
            }
        }
        return $lines;
    }
}
