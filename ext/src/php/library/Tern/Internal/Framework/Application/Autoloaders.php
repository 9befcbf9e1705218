<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Application;

use function in_array;

/** The autoload functions, as they were at one time. */
final class Autoloaders
{
    /** @var list<callable> */
    private readonly array $then;

    public function __construct()
    {
        $this->then = spl_autoload_functions();
    }

    /** @param list<mixed> $more stay, too */
    public function restore(array $more): void
    {
        $now = spl_autoload_functions();
        if ($now === $this->then) {
            return;
        }
        $isOfFile = static fn(callable $one): bool => in_array($one, $more, true);
        $isWanted = fn(callable $one): bool => in_array($one, $this->then, true) || $isOfFile($one);
        $wanted = array_values(array_filter($now, $isWanted));
        if (array_values(array_filter($wanted, fn(callable $one): bool => in_array($one, $this->then, true))) !== $this->then) {
            $wanted = [...$this->then, ...array_filter($wanted, $isOfFile)];
        }
        if ($wanted !== $now) {
            array_map(spl_autoload_unregister(...), $now);
            array_map(static fn(callable $one): bool => spl_autoload_register($one), $wanted);
        }
    }
}
