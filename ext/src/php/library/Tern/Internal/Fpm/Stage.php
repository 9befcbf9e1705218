<?php

declare(strict_types=1);

namespace Tern\Internal\Fpm;

/** What a child of a pool does, in the words of php-fpm's status page. */
enum Stage: int
{
    case Creating = 0;
    case Idle = 1;
    case ReadingHeaders = 2;
    case GettingInformation = 3;
    case Running = 4;
    case Ending = 5;
    case Finishing = 6;

    public function label(): string
    {
        return match ($this) {
            self::Creating => 'Creating',
            self::Idle => 'Idle',
            self::ReadingHeaders => 'Reading headers',
            self::GettingInformation => 'Getting request information',
            self::Running => 'Running',
            self::Ending => 'Ending',
            self::Finishing => 'Finishing',
        };
    }
}
