<?php

declare(strict_types=1);

namespace Tern\Launcher\Doctor\Code;

/** A name of PHP's own, as code may mean it. */
final class Name
{
    /** @param string|null $hiddenBy full name, in small letters: if the application declares that, it is meant instead */
    public function __construct(public readonly string $text, public readonly ?string $hiddenBy)
    {
    }
}
