<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Cache;

use Illuminate\Cache\Repository;
use Illuminate\Contracts\Config\Repository as Settings;
use Illuminate\Contracts\Container\Container;
use Illuminate\Contracts\Events\Dispatcher;
use Tern\Cache;
use function is_string;

/** Laravel's cache over a Tern\Cache. */
final class LaravelRepository extends Repository
{
    use RemembersOnce;

    private const DEADLINE_S = 30;

    /** @param array<string, mixed> $config of the store, in config/cache.php */
    public static function make(Container $application, array $config): self
    {
        $prefix = $config['prefix'] ?? $application->make(Settings::class)->get('cache.prefix');
        $deadline = $config['deadline'] ?? self::DEADLINE_S;
        $space = new KeySpace(Cache::shared(), 'laravel:' . (is_string($prefix) ? $prefix : ''));
        $self = new self(new LaravelStore($space, is_numeric($deadline) && $deadline > 0 ? (float) $deadline : null), ['store' => $config['store'] ?? null]);
        if (($config['events'] ?? true) === true && $application->bound(Dispatcher::class)) {
            $self->setEventDispatcher($application->make(Dispatcher::class));
        }
        return $self;
    }
}
