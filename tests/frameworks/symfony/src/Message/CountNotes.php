<?php

namespace App\Message;

class CountNotes
{
    public function __construct(public readonly int $user)
    {
    }
}
