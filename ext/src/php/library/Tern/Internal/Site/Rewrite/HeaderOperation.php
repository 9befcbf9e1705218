<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

use function in_array;
use function sprintf;

/** One Header directive: what it does to the headers of a response. */
final class HeaderOperation
{
    private const ACTIONS = ['set', 'append', 'merge', 'add', 'unset', 'setifempty', 'edit', 'edit*', 'note', 'echo'];

    /**
     * @param string $value with %-sequences; of edit: what replaces a match
     * @param bool $isAlways also on responses that are errors
     * @param string|null $variable the environment variable that has to be set, or must not be set when it starts with "!"
     * @param Pattern|null $path the requested path has to match it
     */
    public function __construct(
        public readonly string $action,
        public readonly string $name,
        public readonly string $value,
        public readonly bool $isAlways,
        private readonly ?string $variable = null,
        private readonly ?Pattern $search = null,
        private readonly ?Pattern $path = null,
        private readonly ?Expression $expression = null,
    ) {
    }

    /** @throws Unsupported */
    public static function of(Line $line): self
    {
        [$word, $words] = $line->action();
        $isAlways = $word === 'always';
        if ($isAlways || $word === 'onsuccess') {
            $word = strtolower((string) array_shift($words));
        }
        if (!in_array($word, self::ACTIONS, true) || $word === 'note' || $word === 'echo') {
            throw new Unsupported("$word is not supported; " . implode(', ', array_diff(self::ACTIONS, ['note', 'echo'])) . ' are');
        }
        $name = rtrim((string) array_shift($words), ':');
        if ($name === '') {
            throw new Unsupported('must name a header');
        }
        $search = str_starts_with($word, 'edit') ? Pattern::of((string) array_shift($words)) : null;
        $value = $word === 'unset' ? '' : array_shift($words) ?? throw new Unsupported("must have a value for $name");
        [$variable, $expression] = self::condition($words[0] ?? null);
        return new self($word, $name, self::checked($value), $isAlways, $variable, $search, null, $expression);
    }

    /**
     * @param string $path as it was requested
     * @throws PatternFailure
     */
    public function isFor(Pass $pass, Files $files, string $path): bool
    {
        if ($this->expression !== null) {
            return $this->expression->holds($pass, $files);
        }
        if ($this->path !== null && !$this->path->matches($path)) {
            return false;
        }
        if ($this->variable === null) {
            return true;
        }
        $isNegated = str_starts_with($this->variable, '!');
        return isset($pass->environment[ltrim($this->variable, '!')]) !== $isNegated;
    }

    /** The operation with the values of a request in place of its %-sequences. */
    public function resolved(Pass $pass): self
    {
        if (!str_contains($this->value, '%')) {
            return $this;
        }
        $value = preg_replace_callback('/%(?:%|t|D|\{([^}]*)\}e)/', static fn(array $found): string => match ($found[0]) {
            '%%' => '%',
            '%t' => sprintf('t=%d', (int) ($pass->request->time * 1e6)),
            '%D' => 'D=0',
            default => $pass->environment[$found[1] ?? ''] ?? '(null)',
        }, $this->value);
        return new self($this->action, $this->name, $value ?? '', $this->isAlways, null, $this->search);
    }

    /**
     * @param list<string> $values those that the header has
     * @return list<string>
     * @throws PatternFailure
     */
    public function apply(array $values): array
    {
        return match ($this->action) {
            'set' => [$this->value],
            'unset' => [],
            'setifempty' => $values === [] ? [$this->value] : $values,
            'add' => [...$values, $this->value],
            'append' => [implode(', ', [...$values, $this->value])],
            'merge' => in_array($this->value, preg_split('/\s*,\s*/', implode(',', $values)) ?: [], true) ? $values : [implode(', ', [...$values, $this->value])],
            default => array_map(fn(string $value): string => $this->search?->replace($value, $this->value, $this->action === 'edit*') ?? $value, $values),
        };
    }

    private static function checked(string $value): string
    {
        if (preg_match('/[\r\n\0]/', $value) === 1) {
            throw new Unsupported('the value must not contain line breaks');
        }
        if (preg_match('/%(?!%|t|D|\{[^}]*\}e)(\{[^}]*\})?./', str_replace('%%', '', $value), $found) === 1) {
            throw new Unsupported("$found[0] is not supported; %%, %t and %{NAME}e are");
        }
        return $value;
    }

    /** @return array{string|null, Expression|null} */
    private static function condition(?string $word): array
    {
        if ($word === null) {
            return [null, null];
        }
        if (preg_match('/^(env|expr)=(.+)$/is', $word, $parts) !== 1) {
            throw new Unsupported("$word is not supported; env=NAME, env=!NAME and expr=EXPRESSION are");
        }
        return strtolower($parts[1]) === 'env' ? [$parts[2], null] : [null, Expression::of($parts[2])];
    }
}
