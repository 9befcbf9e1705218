<?php
// For servers that run a script anew for each request.
/** @param callable(): string $answer */
function serve(callable $answer): void
{
    $body = $answer();
    header('Content-Type: text/html');
    header('Content-Length: ' . strlen($body));  // otherwise ab, which speaks HTTP/1.0, cannot keep its connection
    echo $body;
}
