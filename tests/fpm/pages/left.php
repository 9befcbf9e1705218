<?php
// Prints until its client has gone, and tells when it ends.
ignore_user_abort(isset($_GET['ignores']));
register_shutdown_function(fn() => file_put_contents($_GET['file'], connection_status() . ' ' . ($GLOBALS['printed'] < 20_000 ? 'early' : 'late')));
for ($printed = 0; $printed < 20_000; ++$printed) {
    echo str_repeat('x', 1000);
    flush();
    if ($printed === 10) {
        touch($_GET['file'] . '.begun');
        while (!is_file($_GET['file'] . '.go')) {
            usleep(1000);
        }
    }
}
