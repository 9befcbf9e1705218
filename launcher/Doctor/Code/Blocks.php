<?php

declare(strict_types=1);

namespace Tern\Launcher\Doctor\Code;

/** In which blocks a token is: of functions, of classes, others. */
final class Blocks
{
    private const FUNCTION = 'function';
    private const CLASS_ = 'class';
    private const NAMESPACE_ = 'namespace';
    private const OTHER = 'other';

    /** @var list<self::*> the open blocks */
    private array $open = [];
    /** @var array<int, self::*> what the next `{` opens, by the depth of parentheses */
    private array $next = [];
    private int $parentheses = 0;
    private int $functions = 0;
    private int $others = 0;

    /** To be called for each token, in order. */
    public function pass(Tokens $tokens, int $i): void
    {
        switch ($tokens->id($i)) {
            case 0x28:  // (
                ++$this->parentheses;
                break;
            case 0x29:  // )
                unset($this->next[$this->parentheses--]);
                break;
            case 0x3b:  // ;
                unset($this->next[$this->parentheses]);
                break;
            case 0x7b:  // {
            case T_CURLY_OPEN:
            case T_DOLLAR_OPEN_CURLY_BRACES:
                $this->begin($this->next[$this->parentheses] ?? self::OTHER);
                break;
            case 0x7d:  // }
                $this->end();
                break;
            case T_FUNCTION:
                $this->next[$this->parentheses] = self::FUNCTION;
                break;
            case T_NAMESPACE:
                $this->next[$this->parentheses] = self::NAMESPACE_;
                break;
            case T_CLASS:
            case T_INTERFACE:
            case T_TRAIT:
            case T_ENUM:
                if ($tokens->id($i - 1) !== T_DOUBLE_COLON) {
                    $this->next[$this->parentheses] = self::CLASS_;
                }
        }
    }

    public function isInFunction(): bool
    {
        return $this->functions > 0;
    }

    /** Right in the body of a class, not in one of its methods. */
    public function isInClassBody(): bool
    {
        return ($this->open[array_key_last($this->open) ?? -1] ?? null) === self::CLASS_;
    }

    /** Between the word `function` and its body, not in the parentheses of its parameters. */
    public function isInSignature(): bool
    {
        return ($this->next[$this->parentheses] ?? null) === self::FUNCTION;
    }

    /** In code that always runs when the file is included. */
    public function isAtTop(): bool
    {
        return $this->functions === 0 && $this->others === 0;
    }

    /** @param self::* $kind */
    private function begin(string $kind): void
    {
        unset($this->next[$this->parentheses]);
        $this->open[] = $kind;
        $this->functions += $kind === self::FUNCTION || $kind === self::CLASS_ ? 1 : 0;
        $this->others += $kind === self::OTHER ? 1 : 0;
    }

    private function end(): void
    {
        $kind = array_pop($this->open);
        $this->functions -= $kind === self::FUNCTION || $kind === self::CLASS_ ? 1 : 0;
        $this->others -= $kind === self::OTHER ? 1 : 0;
    }
}
