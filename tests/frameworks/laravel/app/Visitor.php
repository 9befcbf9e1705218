<?php

namespace App;

/** Keeps the user where programs should not: in a static property, and in a service. */
class Visitor
{
    public static ?string $last = null;

    public ?string $name = null;
}
