<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

/** A section of an .htaccess that is not closed yet. */
final class Block
{
    /**
     * @param string $name in lower case
     * @param Rules $rules of what is in it
     * @param Rules|null $outer when it becomes a section of these
     * @param bool $isUnknown it may or may not count: what it says of access must not be left out
     * @param list<Expression> $alternatives of If or ElseIf: none of them holds where an Else that follows counts
     */
    public function __construct(
        public readonly string $name,
        public readonly Line $line,
        public readonly Rules $rules,
        public readonly bool $isSkipped,
        public readonly ?Rules $outer = null,
        public readonly bool $isUnknown = false,
        public readonly ?Expression $expression = null,
        public readonly array $alternatives = [],
    ) {
    }
}
