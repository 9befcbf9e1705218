<?php
// Which program runs this, and what the tests ask for.
function slow(): string
{
    echo 'begun ';
    if (ob_get_level() > 0) {
        ob_flush();
    }
    flush();
    usleep(500_000);
    return 'ended';
}

echo basename((string) readlink('/proc/self/exe')), ' ', PHP_SAPI, ' ', match ($_GET['ask'] ?? '') {
    'user' => get_current_user() . ' ' . posix_geteuid(),
    'extension' => extension_loaded($_GET['name']) ? 'loaded' : 'missing',
    'write' => @file_put_contents($_GET['path'], 'x') === 1 ? 'written' : 'refused',
    'slow' => slow(),
    default => 'page',
};
