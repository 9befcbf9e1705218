<?php
// Responds, and waits for a file.
echo "sent";
fastcgi_finish_request();
while (!is_file($_GET["until"])) {
    usleep(5000);
}
touch("{$_GET["until"]}.over");
