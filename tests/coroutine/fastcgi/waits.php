<?php
// Until the test makes the file.
while (!file_exists($_GET['file'])) {
    usleep(1000);
    clearstatcache();
}
echo 'released';
