<?php
// What docs/fastcgi-client.md asks.
error_log('asked');
header('Content-Type: application/json');
echo "{$_SERVER['REQUEST_METHOD']} {$_GET['id']} ", file_get_contents('php://input');
