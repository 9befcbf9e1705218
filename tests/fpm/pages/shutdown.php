<?php
// A shutdown function that waits for a file.
register_shutdown_function(function () {
    touch("{$_GET["until"]}.begun");
    while (!is_file($_GET["until"])) {
        usleep(5000);
    }
    echo " and over";
});
echo "sent";
