<?php
$file = $_GET["until"];
touch("$file.begun" . ($_GET["number"] ?? ""));
while (!is_file($file)) {
    try {
        usleep(5000);
    } catch (Throwable) {
        // request_terminate_timeout is not caught
    }
}
echo "waited in ", getmypid();
