<?php
// Runs the page of an extension: run($name, $wait) calls $wait() in the middle, which lasts until the test goes on.
$wait = static function (): void {
    if (!isset($_GET['go'])) {
        return;
    }
    touch("{$_GET['go']}.waits");
    while (!file_exists($_GET['go'])) {
        usleep(1000);
    }
};
require __DIR__ . "/{$_GET['extension']}.php";
echo json_encode(run($_GET['name'], $wait));
