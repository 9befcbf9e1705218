<?php

namespace App\Service;

use Symfony\Contracts\Service\ResetInterface;

/** A service with a state, which Symfony resets between two requests. */
class Basket implements ResetInterface
{
    /** @var list<string> */
    public array $things = [];

    public function reset(): void
    {
        $this->things = [];
    }
}
