<?php
// What code asks for before it uses it is a note.
if (function_exists('fastcgi_finish_request')) {
    fastcgi_finish_request();  // note: missing
}
if (extension_loaded('pcntl') && !is_callable('posix_setsid')) {
    pcntl_fork();  // note: fork
    posix_setsid();  // note: process
}
if (!defined('STDERR')) {
    define('STDERR', fopen('php://stderr', 'w'));  // standard-streams
}
fwrite(STDERR, 'text');  // note: standard-streams
if (!function_exists('getallheaders')) {
    function getallheaders()
    {
        return [];
    }
}
getallheaders();
sem_get(1);  // semaphore
