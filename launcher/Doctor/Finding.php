<?php

declare(strict_types=1);

namespace Tern\Launcher\Doctor;

use function sprintf;

/** One thing that was looked at. */
final class Finding
{
    public const OK = 'ok';
    public const ADVICE = 'advice';    // works, and would work better
    public const PROBLEM = 'problem';  // a server does not start, or cannot do what it is for

    private function __construct(
        public readonly string $level,
        public readonly string $topic,
        public readonly string $text,
        public readonly string $fix,
    ) {
    }

    public static function ok(string $topic, string $text): self
    {
        return new self(self::OK, $topic, $text, '');
    }

    public static function advice(string $topic, string $text, string $fix): self
    {
        return new self(self::ADVICE, $topic, $text, $fix);
    }

    public static function problem(string $topic, string $text, string $fix): self
    {
        return new self(self::PROBLEM, $topic, $text, $fix);
    }

    /** @param list<self> $findings */
    public static function show(array $findings): void
    {
        foreach ($findings as $one) {
            printf("%-8s %-13s %s\n", $one->level, $one->topic, $one->text);
            echo $one->fix === '' ? '' : sprintf("%22s fix: %s\n", '', $one->fix);
        }
    }
}
