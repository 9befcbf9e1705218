<?php

declare(strict_types=1);

namespace Tern\Internal;

use DateInterval;
use DateTimeImmutable;

/** What a DateInterval is in seconds. */
final class Interval
{
    /** Counted from the beginning of 1970, in UTC. */
    public static function seconds(DateInterval $interval): float
    {
        return (float) (new DateTimeImmutable('@0'))->add($interval)->format('U.u');
    }
}
