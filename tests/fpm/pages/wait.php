<?php
$file = $_GET["until"];
touch("$file.begun");
while (!is_file($file)) {
    usleep(5000);
}
echo "waited in ", getmypid();
