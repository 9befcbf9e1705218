<?php

declare(strict_types=1);

namespace Tern\Laravel;

use Illuminate\Cache\CacheManager;
use Illuminate\Contracts\Container\Container;
use Illuminate\Support\ServiceProvider;
use Tern\Internal\Framework\Cache\LaravelRepository;

/**
 * The driver `tern` of Laravel's cache: a Tern\Cache. Add this class to bootstrap/providers.php, and to config/cache.php a store:
 *
 *     'tern' => ['driver' => 'tern'],
 */
class CacheServiceProvider extends ServiceProvider
{
    public function register(): void
    {
        $this->callAfterResolving('cache', function (CacheManager $manager): void {
            // Laravel binds it to the manager, so it must not be static.
            $manager->extend('tern', fn(Container $application, array $config): LaravelRepository => LaravelRepository::make($application, $config));
        });
    }
}
