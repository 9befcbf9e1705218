<?php

namespace App\Jobs;

use Illuminate\Contracts\Queue\ShouldQueue;
use Illuminate\Foundation\Queue\Queueable;
use Illuminate\Support\Facades\Cache;

class Greet implements ShouldQueue
{
    use Queueable;

    public function __construct(private string $name)
    {
    }

    public function handle(): void
    {
        Cache::put("greeting $this->name", "Hello $this->name", 60);
    }
}
