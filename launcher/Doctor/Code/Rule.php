<?php

declare(strict_types=1);

namespace Tern\Launcher\Doctor\Code;

use Tern\Internal\Site\Kind;

/** One difference between PHP-FPM and Tern that code can show. */
final class Rule
{
    public const BREAKS = 'breaks';    // it fails, or stops a worker
    public const DIFFERS = 'differs';  // it does something else
    public const NOTE = 'note';        // it works; to know
    public const LEVELS = [self::BREAKS, self::DIFFERS, self::NOTE];

    /**
     * @param string $text what happens
     * @param string $fix what to do instead
     * @param Kind|null $of the only kind of folder that it concerns; null: all
     */
    public function __construct(
        public readonly string $topic,
        public readonly string $level,
        public readonly string $text,
        public readonly string $fix,
        public readonly ?Kind $of = null,
    ) {
    }
}
