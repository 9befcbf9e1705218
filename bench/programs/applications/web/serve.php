<?php
// For servers that run a script anew for each request.
function serve(callable $answer): void
{
    header('Content-Type: text/html');
    echo $answer();
}
