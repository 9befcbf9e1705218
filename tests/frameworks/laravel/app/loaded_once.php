<?php

define('LOADED', 'once');
stream_wrapper_register('loaded', stdClass::class);
stream_filter_register('loaded', php_user_filter::class);
spl_autoload_register(function (string $name): void {
    if ($name === 'ByLoaded') {
        eval('class ByLoaded {}');
    }
});
