<?php

namespace App\Events;

class NoteRead
{
    public function __construct(public string $by)
    {
    }
}
