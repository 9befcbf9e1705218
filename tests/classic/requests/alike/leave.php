<?php
// Goes on when its client has left, until it prints. What became of it is in a file.
$file = $_GET['file'];
if (isset($_GET['ignore'])) {
    ignore_user_abort((bool) $_GET['ignore']);
}
register_shutdown_function(function () use ($file) {
    file_put_contents("$file.end", json_encode([$GLOBALS['at'], connection_aborted(), connection_status()]));
});
while (ob_get_level() > 0) {
    ob_end_clean();
}
$at = 'first';
echo str_repeat('x', 100_000);  // more than nginx keeps back
flush();
touch("$file.waits");
while (!file_exists($file)) {
    usleep(1000);
}
$at = 'left';
for ($i = 0; $i < 1000 && connection_status() === CONNECTION_NORMAL; $i++) {
    echo str_repeat('x', 1000);
    flush();
    usleep(1000);
}
$at = 'last';
