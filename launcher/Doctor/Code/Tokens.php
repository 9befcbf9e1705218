<?php

declare(strict_types=1);

namespace Tern\Launcher\Doctor\Code;

use CompileError;
use PhpToken;
use function count;
use function in_array;

/** The code of a file as PHP reads it, without spaces and comments. */
final class Tokens
{
    private const LITERAL = T_CONSTANT_ENCAPSED_STRING;

    public readonly int $count;

    /**
     * @param list<PhpToken> $all
     * @param string $error why PHP does not compile the file; '': it does
     */
    private function __construct(private readonly array $all, public readonly string $error)
    {
        $this->count = count($all);
    }

    public static function of(string $code): self
    {
        $error = '';
        try {
            $all = @PhpToken::tokenize($code, TOKEN_PARSE);  // a comment without an end is a warning
        } catch (CompileError $caught) {
            $error = "{$caught->getMessage()} on line {$caught->getLine()}";
            $all = @PhpToken::tokenize($code);
        }
        $kept = [];
        foreach ($all as $token) {
            if ($token->id !== T_WHITESPACE && $token->id !== T_COMMENT && $token->id !== T_DOC_COMMENT && $token->id !== T_OPEN_TAG) {
                $kept[] = $token;
            }
        }
        return new self($kept, $error);
    }

    /** 0: there is no such token. */
    public function id(int $i): int
    {
        return isset($this->all[$i]) ? $this->all[$i]->id : 0;
    }

    public function text(int $i): string
    {
        return isset($this->all[$i]) ? $this->all[$i]->text : '';
    }

    public function line(int $i): int
    {
        return isset($this->all[$i]) ? $this->all[$i]->line : 0;
    }

    /** What a string in quotes says, as it is written. Null: it is no such string. */
    public function literal(int $i): ?string
    {
        return $this->id($i) === self::LITERAL ? substr($this->text($i), 1, -1) : null;
    }

    /** The first argument of a call, if that is one string in quotes. */
    public function argument(int $call): ?string
    {
        $i = $call + 2;
        if ($this->text($i + 1) === ':') {
            $i += 2;  // by its name
        }
        return in_array($this->text($i + 1), [',', ')'], true) ? $this->literal($i) : null;
    }

    /** The token behind the bracket that belongs to the one that opens at $i. */
    public function behindBrackets(int $i): int
    {
        $depth = 0;
        for (; $i < $this->count; ++$i) {
            $depth += match ($this->text($i)) {
                '[', '#[' => 1,
                ']' => -1,
                default => 0,
            };
            if ($depth === 0) {
                return $i + 1;
            }
        }
        return $i;
    }

    /**
     * The strings in quotes in the statement around a token.
     *
     * @return list<string>
     */
    public function literalsAround(int $at, int $most): array
    {
        $found = [];
        foreach ([-1, 1] as $step) {
            for ($i = $at + $step; abs($i - $at) <= $most && $this->id($i) !== 0; $i += $step) {
                if ($this->id($i) === T_CLOSE_TAG || in_array($this->text($i), [';', '{', '}'], true)) {
                    break;
                }
                $literal = $this->literal($i);
                if ($literal !== null) {
                    $found[] = $literal;
                }
            }
        }
        return $found;
    }
}
