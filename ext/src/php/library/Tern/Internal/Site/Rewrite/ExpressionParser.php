<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

use Closure;
use function count;
use function in_array;
use function strlen;

/** Makes a test of the text of an expression. */
final class ExpressionParser
{
    private const MOST_DEPTH = 50;
    private const UNARY = '/\G-([fdslLhxeFnzTR])(?=[\s"\'%])/';
    private const COMPARISON = '/\G(==|=~|!=|!~|<=|>=|<|>|=|-?(?:eq|ne|lt|le|gt|ge)(?=[\s"\'%])|-ipmatch|-strmatch|-strcmatch|-fnmatch|in(?=\s*\{))/';
    private const FALSE_WORDS = ['', '0', 'off', 'false', 'no'];

    private int $at = 0;
    private int $depth = 0;

    public function __construct(private readonly string $text)
    {
    }

    /**
     * @return Closure(Pass, Files): bool
     * @throws Unsupported
     */
    public function parse(): Closure
    {
        $test = $this->any();
        if ($this->take('/\G(.)/s') !== null) {
            throw $this->error();
        }
        return $test;
    }

    /** @return Closure(Pass, Files): bool */
    private function any(): Closure
    {
        if (++$this->depth > self::MOST_DEPTH) {
            throw new Unsupported('the expression has more than ' . self::MOST_DEPTH . ' levels');
        }
        $tests = [$this->all()];
        while ($this->take('/\G\|\|/') !== null) {
            $tests[] = $this->all();
        }
        --$this->depth;
        return count($tests) === 1 ? $tests[0] : static function (Pass $pass, Files $files) use ($tests): bool {
            foreach ($tests as $test) {
                if ($test($pass, $files)) {
                    return true;
                }
            }
            return false;
        };
    }

    /** @return Closure(Pass, Files): bool */
    private function all(): Closure
    {
        $tests = [$this->one()];
        while ($this->take('/\G&&/') !== null) {
            $tests[] = $this->one();
        }
        return count($tests) === 1 ? $tests[0] : static function (Pass $pass, Files $files) use ($tests): bool {
            foreach ($tests as $test) {
                if (!$test($pass, $files)) {
                    return false;
                }
            }
            return true;
        };
    }

    /** @return Closure(Pass, Files): bool */
    private function one(): Closure
    {
        if ($this->take('/\G!/') !== null) {
            if (++$this->depth > self::MOST_DEPTH) {
                throw $this->error();
            }
            $test = $this->one();
            --$this->depth;
            return static fn(Pass $pass, Files $files): bool => !$test($pass, $files);
        }
        if ($this->take('/\G\(/') !== null) {
            $test = $this->any();
            $this->take('/\G\)/') ?? throw $this->error();
            return $test;
        }
        $constant = $this->take('/\G(true|false)\b/');
        if ($constant !== null) {
            return static fn(): bool => $constant === 'true';
        }
        $operator = $this->take(self::UNARY);
        return $operator !== null ? self::unary($operator, $this->word()) : $this->comparison();
    }

    /**
     * @param Closure(Pass): string $word
     * @return Closure(Pass, Files): bool
     */
    private static function unary(string $operator, Closure $word): Closure
    {
        return static fn(Pass $pass, Files $files): bool => match ($operator) {
            'f', 'F' => $files->isFile($word($pass)),
            'd' => $files->isFolder($word($pass)),
            's' => $files->hasContent($word($pass)),
            'e' => $files->kind($word($pass)) !== Kind::Nothing,
            'x' => $files->isExecutable($word($pass)),
            'l', 'L', 'h' => $files->isLink($word($pass)),
            'n' => $word($pass) !== '',
            'z' => $word($pass) === '',
            'T' => !in_array(strtolower($word($pass)), self::FALSE_WORDS, true),
            default => Network::of($word($pass))?->has($pass->request->remoteAddress) === true,
        };
    }

    /** @return Closure(Pass, Files): bool */
    private function comparison(): Closure
    {
        $left = $this->word();
        $operator = $this->take(self::COMPARISON) ?? throw $this->error();
        if ($operator === '=~' || $operator === '!~') {
            $pattern = $this->pattern();
            return static fn(Pass $pass): bool => $pattern->matches($left($pass)) === ($operator === '=~');
        }
        if ($operator === 'in') {
            $list = $this->list();
            return static fn(Pass $pass): bool => in_array($left($pass), array_map(static fn(Closure $word): string => $word($pass), $list), true);
        }
        $right = $this->word();
        return static fn(Pass $pass): bool => self::compare($operator, $left($pass), $right($pass));
    }

    private static function compare(string $operator, string $left, string $right): bool
    {
        return match (ltrim($operator, '-')) {
            '==', '=' => $left === $right,
            '!=' => $left !== $right,
            '<' => strcmp($left, $right) < 0,
            '<=' => strcmp($left, $right) <= 0,
            '>' => strcmp($left, $right) > 0,
            '>=' => strcmp($left, $right) >= 0,
            'eq' => (int) $left === (int) $right,
            'ne' => (int) $left !== (int) $right,
            'lt' => (int) $left < (int) $right,
            'le' => (int) $left <= (int) $right,
            'gt' => (int) $left > (int) $right,
            'ge' => (int) $left >= (int) $right,
            'ipmatch' => Network::of($right)?->has($left) === true,
            'strmatch' => fnmatch($right, $left),
            'strcmatch' => fnmatch($right, $left, FNM_CASEFOLD),
            default => fnmatch($right, $left, FNM_PATHNAME),
        };
    }

    /** @return list<Closure(Pass): string> */
    private function list(): array
    {
        $this->take('/\G\{/') ?? throw $this->error();
        $words = [$this->word()];
        while ($this->take('/\G,/') !== null) {
            $words[] = $this->word();
        }
        $this->take('/\G\}/') ?? throw $this->error();
        return $words;
    }

    private function pattern(): Pattern
    {
        $this->take('/\G()/');
        if (preg_match('~\G(?:/((?:\\\\.|[^/])*)/|m([^\w\s])((?:(?!\2).)*)\2)([a-z]*)~s', $this->text, $found, 0, $this->at) !== 1) {
            throw $this->error();
        }
        $this->at += strlen($found[0]);
        if (trim($found[4], 'i') !== '') {
            throw new Unsupported("the flags $found[4] of a regular expression are not supported; i is");
        }
        return Pattern::of($found[2] === '' ? str_replace('\/', '/', $found[1]) : $found[3], str_contains($found[4], 'i'));
    }

    /** @return Closure(Pass): string */
    private function word(): Closure
    {
        $number = $this->take('/\G(-?\d+)/');
        if ($number !== null) {
            return static fn(): string => $number;
        }
        $variable = $this->take('/\G%\{([^{}]+)\}/');
        if ($variable !== null) {
            return self::variable($variable);
        }
        $text = $this->take('/\G("(?:\\\\.|[^"\\\\])*"|\'(?:\\\\.|[^\'\\\\])*\')/s');
        if ($text !== null) {
            return self::text(preg_replace('/\\\\(.)/s', '$1', substr($text, 1, -1)) ?? '');
        }
        $function = $this->take('/\G([A-Za-z_]+)(?=\()/');
        if ($function === null || $this->take('/\G\(/') === null) {
            throw $this->error();
        }
        $argument = $this->word();
        $this->take('/\G\)/') ?? throw $this->error();
        return self::call($function, $argument);
    }

    /** @return Closure(Pass): string */
    private static function text(string $text): Closure
    {
        if (preg_match('/\$\d/', $text) === 1) {
            throw new Unsupported('$1 in an expression is not supported');
        }
        $parts = preg_split('/%\{([^{}]+)\}/', $text, -1, PREG_SPLIT_DELIM_CAPTURE) ?: [];
        $words = [];
        foreach ($parts as $i => $part) {
            $words[] = $i % 2 === 1 ? self::variable($part) : static fn(): string => $part;
        }
        return static fn(Pass $pass): string => implode('', array_map(static fn(Closure $word): string => $word($pass), $words));
    }

    /** @return Closure(Pass): string */
    private static function variable(string $name): Closure
    {
        $pair = explode(':', $name, 2);
        if (isset($pair[1])) {
            return self::call($pair[0], static fn(): string => $pair[1]);
        }
        if (!Variables::has($name)) {
            throw new Unsupported("the variable %{{$name}} is unknown");
        }
        $header = Variables::headerOf($name);
        return $header !== null ? self::call('http', static fn(): string => $header) : static fn(Pass $pass): string => $pass->variable($name);
    }

    /**
     * @param Closure(Pass): string $argument
     * @return Closure(Pass): string
     */
    private static function call(string $function, Closure $argument): Closure
    {
        return match (strtolower($function)) {
            'req', 'http' => static fn(Pass $pass): string => self::header($argument($pass), $pass),
            'req_novary' => static fn(Pass $pass): string => $pass->request->headers[strtolower($argument($pass))] ?? '',
            'env', 'reqenv' => static fn(Pass $pass): string => $pass->environment[$argument($pass)] ?? '',
            'tolower' => static fn(Pass $pass): string => strtolower($argument($pass)),
            'toupper' => static fn(Pass $pass): string => strtoupper($argument($pass)),
            default => throw new Unsupported("the function $function of an expression is not supported; req, http, env, reqenv, tolower and toupper are"),
        };
    }

    private static function header(string $name, Pass $pass): string
    {
        if (strcasecmp($name, 'Host') !== 0) {
            $pass->vary[$name] = true;  // also where the request has none
        }
        return $pass->request->headers[strtolower($name)] ?? '';
    }

    /** What the first group of a pattern has, or all of it, at the next place that is no space; null: it does not match there. */
    private function take(string $pattern): ?string
    {
        $this->at += strspn($this->text, " \t\r\n", $this->at);
        if (preg_match($pattern, $this->text, $found, 0, $this->at) !== 1) {
            return null;
        }
        $this->at += strlen($found[0]);
        return $found[1] ?? $found[0];
    }

    private function error(): Unsupported
    {
        return new Unsupported('the expression is not understood at "' . substr($this->text, $this->at, 30) . '"');
    }
}
