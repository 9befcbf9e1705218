<?php

return [
    'default' => env('CACHE_STORE', 'database'),
    'stores' => [
        'tern' => ['driver' => 'tern'],
    ],
];
