<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

/** One RewriteRule with the conditions before it. */
final class RewriteRule
{
    public readonly ?Template $type;
    public readonly ?Template $handler;

    /**
     * @param Template|null $target null: the rule changes no URL
     * @param list<RewriteCondition> $conditions
     */
    public function __construct(
        public readonly Pattern $pattern,
        public readonly ?Template $target,
        public readonly RewriteFlags $flags,
        public readonly array $conditions,
    ) {
        $this->type = $flags->type();
        $this->handler = $flags->handler();
    }

    /**
     * @param list<RewriteCondition> $conditions
     * @throws Unsupported
     */
    public static function of(Line $line, array $conditions): self
    {
        $words = $line->rewriteWords();
        if (!isset($words[1])) {
            throw new Unsupported('must have a pattern and a substitution');
        }
        $flags = new RewriteFlags($words[2] ?? '');
        $isNegated = str_starts_with($words[0], '!');
        $pattern = Pattern::of(substr($words[0], $isNegated ? 1 : 0), $flags->has('nc'), $isNegated);
        return new self($pattern, $words[1] === '-' || $flags->isResponse() ? null : new Template($words[1]), $flags, $conditions);
    }

    /** @throws PatternFailure */
    public function conditionsHold(Pass $pass, Files $files): bool
    {
        $isSkipped = false;  // an earlier one of a chain with OR holds
        foreach ($this->conditions as $condition) {
            $holds = $isSkipped || $condition->holds($pass, $files);
            if (!$holds && !$condition->isOr) {
                return false;
            }
            $isSkipped = $holds && $condition->isOr;
        }
        return true;
    }
}
