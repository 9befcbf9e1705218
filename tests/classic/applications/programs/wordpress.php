<?php

declare(strict_types=1);

// A plugin of WordPress, the only one: the internet answers 404 to everything, and addresses are clean whatever the server calls itself.
add_filter('pre_http_request', static fn($answer, array $options, string $url): mixed => parse_url($url, PHP_URL_HOST) === '127.0.0.1' ? $answer
    : ['headers' => ['content-type' => 'text/plain'], 'body' => '', 'response' => ['code' => 404, 'message' => ''], 'cookies' => [],
        'filename' => null], 10, 3);
add_filter('got_url_rewrite', '__return_true');
