<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

use function in_array;
use function strlen;

/** One RewriteCond. */
final class RewriteCondition
{
    private const FILE_TESTS = ['-f', '-s', '-d', '-x', '-h', '-l', '-L', '-F', '-U'];

    private function __construct(
        private readonly Template $test,
        private readonly string $operator,
        private readonly string $operand,
        private readonly ?Pattern $pattern,
        private readonly bool $isNegated,
        private readonly bool $ignoresCase,
        public readonly bool $isOr,
        private readonly bool $isInVary,
        private readonly ?Expression $expression = null,
    ) {
    }

    /** @throws Unsupported */
    public static function of(Line $line): self
    {
        $words = $line->rewriteWords();
        if (!isset($words[1])) {
            throw new Unsupported('must have a test string and a pattern');
        }
        if (strcasecmp($words[0], 'expr') === 0) {
            return self::ofExpression($words[1], self::flags($words[2] ?? ''));
        }
        $flags = self::flags($words[2] ?? '');
        $isNegated = str_starts_with($words[1], '!');
        [$operator, $operand] = self::operator(substr($words[1], $isNegated ? 1 : 0));
        if ($operator === '-ne') {
            [$operator, $isNegated] = ['-eq', !$isNegated];
        }
        $ignoresCase = isset($flags['nc']);
        $pattern = $operator === '' ? Pattern::of($operand, $ignoresCase) : null;
        return new self(new Template($words[0]), $operator, $operand, $pattern, $isNegated, $ignoresCase, isset($flags['or']), !isset($flags['nv']));
    }

    /** @param array<string, true> $flags */
    private static function ofExpression(string $text, array $flags): self
    {
        try {
            $expression = Expression::of($text);
        } catch (Unsupported $unsupported) {
            throw new Unsupported($unsupported->getMessage() . ', so the next RewriteRule has no effect');
        }
        return new self(new Template(''), '', '', null, false, false, isset($flags['or']), !isset($flags['nv']), $expression);
    }

    /** For the rules of Tern's own file. */
    public static function fileTest(string $test, string $operator): self
    {
        return new self(new Template($test), $operator, '', null, false, false, false, false);
    }

    /** @throws PatternFailure */
    public function holds(Pass $pass, Files $files): bool
    {
        $pass->testedHeaders = [];
        if ($this->expression !== null) {
            return $this->expression->holds($pass, $files);
        }
        $value = $this->test->fill($pass);
        $pass->noteVary($this->isInVary);
        if ($this->pattern !== null) {
            $groups = $this->pattern->match($value);
            if ($groups !== null && !$this->isNegated) {
                $pass->conditionGroups = $groups;
            }
            return ($groups !== null) !== $this->isNegated;
        }
        $holds = strlen($this->operator) === 2 && $this->operator[0] === '-' ? $this->testFile($value, $files) : $this->compare($value);
        return $holds !== $this->isNegated;
    }

    private function testFile(string $value, Files $files): bool
    {
        return match ($this->operator) {
            '-f', '-F' => $files->isFile($value),
            '-s' => $files->hasContent($value),
            '-d' => $files->isFolder($value),
            '-x' => $files->isExecutable($value),
            '-U' => $value !== '',
            default => $files->isLink($value),
        };
    }

    private function compare(string $value): bool
    {
        $order = $this->ignoresCase ? strcasecmp($value, $this->operand) : self::lexicographic($value, $this->operand);
        return match ($this->operator) {
            '=' => $order === 0,
            '<' => $order < 0,
            '<=' => $order <= 0,
            '>' => $order > 0,
            '>=' => $order >= 0,
            '-eq' => (int) $value === (int) $this->operand,
            '-lt' => (int) $value < (int) $this->operand,
            '-le' => (int) $value <= (int) $this->operand,
            '-gt' => (int) $value > (int) $this->operand,
            default => (int) $value >= (int) $this->operand,
        };
    }

    /** The longer text is the greater one, as mod_rewrite has it. */
    private static function lexicographic(string $a, string $b): int
    {
        return strlen($a) <=> strlen($b) ?: strcmp($a, $b);
    }

    /** @return array{string, string} the operator and what follows it; no operator: it is a regular expression */
    private static function operator(string $pattern): array
    {
        if (in_array($pattern, self::FILE_TESTS, true)) {
            return [$pattern, ''];
        }
        if (strlen($pattern) < 2) {
            return ['', $pattern];
        }
        if (preg_match('/^(-(?:lt|le|gt|ge|eq|ne))(.+)$/s', $pattern, $parts) === 1) {
            return [$parts[1], $parts[2]];
        }
        if (preg_match('/^(<=|>=|<|>|=)(.*)$/s', $pattern, $parts) === 1) {
            return [$parts[1], $parts[1] === '=' && $parts[2] === '""' ? '' : $parts[2]];
        }
        return ['', $pattern];
    }

    /** @return array<string, true> */
    private static function flags(string $text): array
    {
        $long = ['nocase' => 'nc', 'ornext' => 'or', 'novary' => 'nv'];
        $flags = [];
        foreach (RewriteFlags::split($text) as [$name]) {
            $name = strtolower($name);
            $short = $long[$name] ?? $name;
            $flags[$short] = in_array($short, $long, true) ?: throw new Unsupported("has the unknown flag $name; NC, OR and NV are allowed, so the next RewriteRule has no effect");
        }
        return $flags;
    }
}
