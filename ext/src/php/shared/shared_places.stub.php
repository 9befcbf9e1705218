<?php

/** @generate-class-entries */

namespace Tern\Internal;

/**
 * A number of places that processes share: made before they are forked. For Tern\Pool, not for programs.
 *
 * @not-serializable
 */
final class SharedPlaces
{
    /** @param int $count 1 to 65536 */
    public function __construct(int $count) {}

    /**
     * Takes a place; those of dead processes are free again.
     *
     * @param int $held how many this process has
     * @return bool false: none is free, or another process has none at all and comes first
     */
    public function tryTake(int $held): bool {}

    public function giveBack(): void {}

    /** Whether any process found none of late. */
    public function isWanted(): bool {}

    /** Whether a process that has none found none of late. */
    public function isStarved(): bool {}

    public function taken(): int {}
}
