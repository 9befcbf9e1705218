<?php
// Goes on when its response is complete.
echo 'answered';
$done = fastcgi_finish_request();
echo 'not sent';
file_put_contents($_GET['file'], var_export([$done, fastcgi_finish_request(), connection_status()], true));
