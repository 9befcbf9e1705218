<?php
// What code asks for before it uses it is a note.
if (function_exists('apache_setenv')) {
    apache_setenv('no-gzip', '1');  // note: missing
}
if (extension_loaded('pcntl') && !is_callable('posix_setsid')) {
    pcntl_fork();  // note: fork
    posix_setsid();  // note: process
}
if (!defined('STDERR')) {
    define('STDERR', fopen('php://stderr', 'w'));  // standard-streams
}
fwrite(STDERR, 'text');  // note: standard-streams
if (!function_exists('apache_note')) {
    function apache_note()
    {
        return '';
    }
}
apache_note('a');
posix_setuid(0);  // process
