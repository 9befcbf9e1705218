<?php
// The application in a classic site.

require __DIR__ . '/../application.php';

$body = file_get_contents('php://input');
[$status, $fields, $text] = answer($_SERVER['REQUEST_METHOD'], $_SERVER['REQUEST_URI'], getallheaders(), $_COOKIE, $body);
http_response_code($status);
foreach ($fields as $name => $value) {
    header("$name: $value");
}
echo $text;
