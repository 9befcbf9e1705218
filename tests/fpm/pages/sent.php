<?php
// Responds, and waits for a file.
register_shutdown_function(fn() => touch("{$_GET["until"]}.ended"));
echo "sent";
fastcgi_finish_request();
while (!is_file($_GET["until"])) {
    usleep(5000);
}
touch("{$_GET["until"]}.over");
