<?php

declare(strict_types=1);

namespace Tern\Launcher\Doctor\Code;

/** Reads one file once: to what rules may apply, and which functions and constants it declares. */
final class Reader
{
    /** @var list<Hit> */
    public array $hits = [];
    /** @var array<string, true> full names in small letters */
    public array $declared = [];

    private readonly Names $names;
    private readonly Blocks $blocks;
    private readonly Calls $calls;
    private readonly Constructs $constructs;
    private readonly Classes $classes;

    public function __construct(private readonly Tokens $tokens, Functions $functions)
    {
        $this->names = new Names();
        $this->blocks = new Blocks();
        $this->calls = new Calls($tokens, $this->names, $functions);
        $this->constructs = new Constructs($tokens, $this->names, $this->blocks);
        $this->classes = new Classes($tokens, $this->names);
        $this->read();
        $this->hits = array_map($this->calls->guards->apply(...), $this->hits);
    }

    private function read(): void
    {
        for ($i = 0; $i < $this->tokens->count; ++$i) {
            if ($this->tokens->id($i) === T_HALT_COMPILER) {
                return;
            }
            if ($this->tokens->id($i) === T_ATTRIBUTE) {
                $i = $this->tokens->behindBrackets($i) - 1;  // PHP calls no functions there
                continue;
            }
            $this->blocks->pass($this->tokens, $i);
            $i = $this->readToken($i);
        }
    }

    /** @return int the last token that is read with it */
    private function readToken(int $i): int
    {
        switch ($this->tokens->id($i)) {
            case T_NAMESPACE:
                $this->names->enter($this->tokens, $i);
                return $i + 1 < $this->tokens->count && $this->tokens->text($i + 1) !== '{' ? $i + 1 : $i;
            case T_USE:
                $isImport = !$this->blocks->isInFunction() && $this->tokens->text($i + 1) !== '(';
                return $isImport ? $this->names->import($this->tokens, $i) : $i;
            case T_FUNCTION:
            case T_CONST:
                $this->declare($i);
                break;
            case T_STRING:
            case T_NAME_FULLY_QUALIFIED:
            case T_NAME_RELATIVE:
                $this->readName($i);
                break;
            default:
                $this->add($this->constructs->at($i));
        }
        return $i;
    }

    private function readName(int $i): void
    {
        $this->add(match (true) {
            $this->tokens->id($i - 1) === T_NEW, $this->tokens->id($i + 1) === T_DOUBLE_COLON => $this->classes->at($i),
            $this->tokens->text($i + 1) === '(' => $this->calls->at($i),
            default => $this->constructs->constant($i),
        });
    }

    private function declare(int $i): void
    {
        $name = $this->tokens->text($i + 1) === '&' ? $i + 2 : $i + 1;
        if (!$this->blocks->isInClassBody() && $this->tokens->id($name) === T_STRING) {
            $this->declared[$this->names->declared($this->tokens->text($name))] = true;
        }
    }

    private function add(?Hit $hit): void
    {
        if ($hit !== null) {
            $this->hits[] = $hit;
        }
    }
}
