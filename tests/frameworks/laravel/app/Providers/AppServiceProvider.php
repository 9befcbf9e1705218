<?php

namespace App\Providers;

use App\Visitor;
use Illuminate\Support\ServiceProvider;

class AppServiceProvider extends ServiceProvider
{
    public function register(): void
    {
        $this->app->singleton(Visitor::class);
    }

    public function boot(): void
    {
    }
}
