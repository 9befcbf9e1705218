<?php

declare(strict_types=1);

namespace Tern\Internal\Site;

use function count;
use function in_array;

/**
 * The last statement of a file outside of functions, classes and blocks. Declarations may follow it. It needs no extension: tokenizer may
 * be missing.
 */
final class LastStatement
{
    /** What is in no statement, strings, HTML between `?>` and `<?php`, words, and single characters. */
    private const TOKENS = <<<'REGEX'
        ~ (?<ignored> \s+ | /\* .*? (?:\*/|\z) | (?://|\#(?!\[)) (?:(?!\?>)[^\r\n])* )
        | (?<string> ' (?:[^'\\]|\\.)*+ ' | " (?:[^"\\]|\\.)*+ " | ` (?:[^`\\]|\\.)*+ ` | <<<[ \t]*(['"]?)(\w+)\3\R .*? ^[ \t]*\4\b )
        | (?<html> \?> .*? (?:<\?(?:php\b|=)|\z) )
        | \$*[\w\\\x80-\xFF]+ | \#\[ | \?->? | -> | . ~xsmi
        REGEX;
    private const OPENING = ['{', '(', '[', '#['];
    private const CLOSING = ['}', ')', ']'];
    private const ENDS = [';', '?>'];
    private const DECLARATIONS = ['function', 'class', 'abstract', 'final', 'readonly', 'interface', 'trait', 'enum'];
    /** After a closing brace these continue the same statement. */
    private const CONTINUING = ['else', 'elseif', 'catch', 'finally', 'while', '->', '?->', '?', ':', ';', ',', ')', ']', '(', '[', '.', '?>'];

    /** @var list<string> in lower case, without white space and comments; of a string only its quotes, of HTML the mark before it */
    private readonly array $tokens;
    /** Whether there is text outside of PHP. */
    private readonly bool $isPage;

    public function __construct(string $code)
    {
        $isPage = false;
        $tokens = [];
        preg_match_all(self::TOKENS, "?>$code", $found, PREG_SET_ORDER);
        foreach ($found as $one) {
            if (($one['html'] ?? '') !== '') {
                $isPage = $isPage || preg_match('/^\?>\s*(?:<\?php|)$/iD', $one[0]) !== 1;
                $tokens[] = '?>';
            } elseif (($one['ignored'] ?? '') === '') {
                $tokens[] = ($one['string'] ?? '') !== '' ? '""' : strtolower($one[0]);
            }
        }
        [$this->isPage, $this->tokens] = [$isPage, $tokens];
    }

    /** But not of true, a number or a text, which some pages return. */
    public function isReturnOfValue(): bool
    {
        $last = false;
        for ($at = 0; $at < count($this->tokens); $at = $this->end($at)) {
            $token = $this->tokens[$at];
            if ($token === 'return') {
                $last = !$this->isPlain($at + 1);
            } elseif (!in_array($token, [';', '?>', '}'], true) && !$this->isDeclaration($at)) {
                $last = false;
            }
        }
        return $last && !$this->isPage;
    }

    /** No value, or one that cannot answer requests. */
    private function isPlain(int $at): bool
    {
        $value = $this->tokens[$at] ?? '?>';
        if (in_array($value, self::ENDS, true)) {
            return true;
        }
        $isConstant = in_array($value, ['true', 'false', 'null', '""'], true) || is_numeric($value);
        return $isConstant && in_array($this->tokens[$at + 1] ?? '?>', self::ENDS, true);
    }

    /** Where the statement that begins there has ended. Of a namespace with braces that is the brace. */
    private function end(int $at): int
    {
        if (in_array($this->tokens[$at], ['?>', ';', '}'], true)) {
            return $at + 1;
        }
        $isNamespace = $this->tokens[$at] === 'namespace';
        for ($depth = 0; $at < count($this->tokens); ++$at) {
            $token = $this->tokens[$at];
            if ($isNamespace && $token === '{') {
                return $at + 1;
            }
            $depth += in_array($token, self::OPENING, true) ? 1 : (in_array($token, self::CLOSING, true) ? -1 : 0);
            if ($depth === 0 && ($token === ';' || $token === '?>' || $this->endsBlock($at))) {
                return $at + 1;
            }
        }
        return $at;
    }

    private function endsBlock(int $at): bool
    {
        return $this->tokens[$at] === '}' && !in_array($this->tokens[$at + 1] ?? '', self::CONTINUING, true);
    }

    private function isDeclaration(int $at): bool
    {
        while (($this->tokens[$at] ?? '') === '#[') {
            $at = $this->endOfAttribute($at);
        }
        $isNamed = ($this->tokens[$at + 1] ?? '') !== '(';  // of a class, or a function; not a closure
        return $isNamed && in_array($this->tokens[$at] ?? '', self::DECLARATIONS, true);
    }

    private function endOfAttribute(int $at): int
    {
        for ($depth = 0; $at < count($this->tokens); ++$at) {
            $depth += in_array($this->tokens[$at], ['[', '#['], true) ? 1 : ($this->tokens[$at] === ']' ? -1 : 0);
            if ($depth === 0) {
                return $at + 1;
            }
        }
        return $at;
    }
}
