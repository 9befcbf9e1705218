<?php

declare(strict_types=1);

namespace Tern\Launcher\Doctor\Code;

use function in_array;

/** What is no call of a function: parts of the language, constants, strings, variables. */
final class Constructs
{
    private const SAPI_NAMES = '/^(apache|cgi|embed|fpm|frankenphp|litespeed|uwsgi)/i';
    private const COMMAND_LINE = '/^cli$/i';
    private const SAPI_TOKENS = 12;  // that are looked at around the name
    private const TYPE_TOKENS = 24;  // between `static` and the name of a property, at most
    private const STREAMS = '~^php://(stdin|stdout|stderr)$~i';
    private const SUPERGLOBALS = ['$_GET', '$_POST', '$_COOKIE', '$_FILES', '$_REQUEST'];
    private const OF_REQUESTS = '/^(HTTP_|REQUEST_|REMOTE_|QUERY_STRING$|PATH_INFO$|CONTENT_|SERVER_(NAME|PORT)$|PHP_AUTH_|HTTPS$)/';
    private const NO_CONSTANT_AFTER = [T_OBJECT_OPERATOR, T_NULLSAFE_OBJECT_OPERATOR, T_DOUBLE_COLON, T_FUNCTION, T_CONST, T_CLASS, T_INTERFACE, T_TRAIT,
        T_ENUM, T_EXTENDS, T_IMPLEMENTS, T_INSTANCEOF, T_GOTO, T_AS, T_INSTEADOF];

    public function __construct(
        private readonly Tokens $tokens,
        private readonly Names $names,
        private readonly Blocks $blocks,
    ) {
    }

    public function at(int $i): ?Hit
    {
        $topic = match ($this->tokens->id($i)) {
            T_EXIT => $this->blocks->isInFunction() ? 'exit' : null,
            T_EVAL => 'eval',
            T_DECLARE => strtolower($this->tokens->text($i + 2)) === 'ticks' ? 'ticks' : null,
            T_INCLUDE, T_INCLUDE_ONCE, T_REQUIRE, T_REQUIRE_ONCE => self::isRelative($this->included($i)) ? 'working-directory' : null,
            T_CONSTANT_ENCAPSED_STRING => preg_match(self::STREAMS, (string) $this->tokens->literal($i)) === 1 ? 'standard-streams' : null,
            T_VARIABLE => $this->isOfRequest($i) ? 'superglobals' : null,
            T_STATIC => $this->state($i) !== null ? 'static-state' : null,
            default => null,
        };
        return $topic === null ? null : new Hit($topic, $this->tokens->line($i), $this->code($i, $topic));
    }

    /** At a name that may be a constant. */
    public function constant(int $i): ?Hit
    {
        $name = $this->names->constant($this->tokens->text($i), $this->tokens->id($i));
        $topic = match ($name?->text) {
            'PHP_SAPI' => self::aboutSapi($this->tokens, $i),
            'STDIN', 'STDOUT', 'STDERR' => 'standard-streams',
            default => null,
        };
        if ($name === null || $topic === null || !$this->isConstant($i)) {
            return null;
        }
        return new Hit($topic, $this->tokens->line($i), $name->text, strtolower($name->text), $name->hiddenBy);
    }

    /** The topic of what the name of the server interface at $i is compared with; null: with no such name. */
    public static function aboutSapi(Tokens $tokens, int $i): ?string
    {
        $names = $tokens->literalsAround($i, self::SAPI_TOKENS);
        if (in_array($tokens->id($i - 2), [T_SWITCH, T_MATCH], true) || preg_grep(self::SAPI_NAMES, $names) !== []) {
            return 'sapi';
        }
        return preg_grep(self::COMMAND_LINE, $names) === [] ? null : 'command-line';
    }

    /** A path that PHP looks up in the working directory alone. */
    public static function isRelative(?string $path): bool
    {
        return preg_match('~^\.\.?/~', $path ?? '') === 1;
    }

    private function included(int $i): ?string
    {
        return $this->tokens->literal($this->tokens->text($i + 1) === '(' ? $i + 2 : $i + 1);
    }

    private function isConstant(int $i): bool
    {
        $before = $this->tokens->id($i - 1);
        $after = $this->tokens->text($i + 1);
        return !in_array($before, self::NO_CONSTANT_AFTER, true)
            && $after !== '=' && $this->tokens->id($i + 1) !== T_VARIABLE && $this->tokens->id($i + 1) !== T_ELLIPSIS
            && !($before === T_CASE && $after === ';')  // of an enumeration
            && !($after === ':' && in_array($this->tokens->text($i - 1), ['(', ',', ';', '{', '}'], true))  // a label, the name of an argument
            && !$this->blocks->isInSignature();  // the type of a result
    }

    private function isOfRequest(int $i): bool
    {
        $text = $this->tokens->text($i);
        return in_array($text, self::SUPERGLOBALS, true)
            || $text === '$_SERVER' && preg_match(self::OF_REQUESTS, (string) $this->tokens->literal($i + 2)) === 1;
    }

    /** The name of a static variable, or of a static property. Null: it is another variable. */
    private function state(int $i): ?string
    {
        if ($this->tokens->id($i + 1) === T_VARIABLE) {
            return $this->tokens->text($i + 1);
        }
        if (!$this->blocks->isInClassBody()) {
            return null;
        }
        for ($end = $i++ + self::TYPE_TOKENS; $i < $end; ++$i) {
            if ($this->tokens->id($i) === T_VARIABLE) {
                return $this->tokens->text($i);
            }
            if (in_array($this->tokens->id($i), [T_FUNCTION, T_CONST], true) || in_array($this->tokens->text($i), ['{', ';', '='], true)) {
                return null;
            }
        }
        return null;
    }

    private function code(int $i, string $topic): string
    {
        $text = $this->tokens->text($i);
        return match ($topic) {
            'ticks' => 'declare(ticks)',
            'working-directory' => "$text '{$this->included($i)}'",
            'superglobals' => $text === '$_SERVER' ? "\$_SERVER[{$this->tokens->text($i + 2)}]" : $text,
            'static-state' => "static {$this->state($i)}",
            default => $text,
        };
    }
}
