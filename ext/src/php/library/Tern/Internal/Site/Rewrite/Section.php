<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

use function in_array;

/** Files, FilesMatch, Limit and LimitExcept: rules for some requests only. */
final class Section
{
    /** @param list<string>|null $methods in upper case; null: any */
    private function __construct(
        public readonly Rules $rules,
        private readonly ?string $wildcard,
        private readonly ?Pattern $pattern,
        private readonly ?array $methods = null,
        private readonly bool $isExcept = false,
    ) {
    }

    public static function files(string $wildcard, Rules $rules): self
    {
        return new self($rules, $wildcard, null);
    }

    public static function filesMatching(Pattern $pattern, Rules $rules): self
    {
        return new self($rules, null, $pattern);
    }

    /** @param list<string> $methods */
    public static function methods(array $methods, bool $isExcept, Rules $rules): self
    {
        return new self($rules, null, null, array_map(static fn(string $method): string => strtoupper($method), $methods), $isExcept);
    }

    /** @throws PatternFailure */
    public function isFor(string $baseName, string $method): bool
    {
        if ($this->methods !== null) {
            // HEAD is as GET.
            return in_array($method === 'HEAD' ? 'GET' : $method, $this->methods, true) !== $this->isExcept;
        }
        return $this->pattern?->matches($baseName) ?? fnmatch((string) $this->wildcard, $baseName);
    }
}
