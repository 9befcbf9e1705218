<?php

namespace App\Service;

/** Keeps the user where programs should not: in a static property, and in a service that nobody resets. */
class Visitor
{
    public static ?string $last = null;

    public ?string $name = null;
}
