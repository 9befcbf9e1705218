<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

use Closure;

/** A condition in Apache's language of expressions: of If, Require expr, RewriteCond expr and expr=. */
final class Expression
{
    /** @param Closure(Pass, Files): bool $test */
    public function __construct(private readonly Closure $test)
    {
    }

    /** @throws Unsupported */
    public static function of(string $text): self
    {
        return new self((new ExpressionParser($text))->parse());
    }

    /** @throws PatternFailure */
    public function holds(Pass $pass, Files $files): bool
    {
        return ($this->test)($pass, $files);
    }

    /**
     * For ElseIf and Else.
     *
     * @param list<self> $before none of these may hold
     */
    public static function after(array $before, ?self $own): self
    {
        return new self(static function (Pass $pass, Files $files) use ($before, $own): bool {
            foreach ($before as $one) {
                if ($one->holds($pass, $files)) {
                    return false;
                }
            }
            return $own === null || $own->holds($pass, $files);
        });
    }
}
