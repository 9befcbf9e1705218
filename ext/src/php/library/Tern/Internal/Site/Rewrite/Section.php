<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

use function in_array;

/** Files, FilesMatch, Limit, LimitExcept, If, ElseIf and Else: rules for some requests only. */
final class Section
{
    /** @param list<string>|null $methods in upper case; null: any */
    private function __construct(
        public readonly Rules $rules,
        private readonly ?string $wildcard,
        private readonly ?Pattern $pattern,
        private readonly ?array $methods = null,
        private readonly bool $isExcept = false,
        private readonly ?Expression $expression = null,
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

    public static function when(Expression $expression, Rules $rules): self
    {
        return new self($rules, null, null, expression: $expression);
    }

    /** If, ElseIf and Else count after all others. */
    public function isLate(): bool
    {
        return $this->expression !== null;
    }

    /** @throws PatternFailure */
    public function isFor(Pass $pass, Files $files): bool
    {
        if ($this->expression !== null) {
            return $this->expression->holds($pass, $files);
        }
        $baseName = $pass->place->baseName();
        $method = $pass->request->method;
        if ($this->methods !== null) {
            // HEAD is as GET.
            return in_array($method === 'HEAD' ? 'GET' : $method, $this->methods, true) !== $this->isExcept;
        }
        return $this->pattern?->matches($baseName) ?? fnmatch((string) $this->wildcard, $baseName);
    }
}
