<?php

namespace App\Listeners;

use App\Events\NoteRead;

/** Found by its name: with event:cache in a file. */
class CountReads
{
    public static array $reads = [];

    public function handle(NoteRead $event): void
    {
        self::$reads[] = $event->by;
    }
}
