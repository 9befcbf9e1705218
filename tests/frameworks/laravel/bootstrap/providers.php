<?php

return [
    App\Providers\AppServiceProvider::class,
    // Under php-fpm there is no Tern.
    ...class_exists(Tern\Laravel\CacheServiceProvider::class) ? [Tern\Laravel\CacheServiceProvider::class] : [],
];
