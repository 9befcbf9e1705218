<?php

declare(strict_types=1);

namespace Tern\Launcher\Doctor\Code;

/** Where a rule applies. */
final class Place
{
    /** @param string $file relative to the folder that is read */
    public function __construct(public readonly string $file, public readonly int $line, public readonly string $code)
    {
    }
}
