<?php
// An event, and another one when the test makes the file.
header('Content-Type: text/event-stream');
echo "data: 1\n\n";
flush();
while (!file_exists($_GET['file'])) {
    usleep(1000);
    clearstatcache();
}
if (isset($_GET['dies'])) {
    exec('kill -9 ' . getmypid());
}
echo "data: 2\n\n";
