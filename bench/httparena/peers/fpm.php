<?php
// The pages under php-fpm.
require __DIR__ . '/pages.php';

$found = page(
    is_string($_SERVER['REQUEST_METHOD']) ? $_SERVER['REQUEST_METHOD'] : '',
    is_string($_SERVER['DOCUMENT_URI']) ? $_SERVER['DOCUMENT_URI'] : '',
    $_GET,
    fn() => (string) file_get_contents('php://input'),
);
if ($found === null) {
    http_response_code(404);
    exit;
}
header("Content-Type: $found[0]");
header('Content-Length: ' . strlen($found[1]));
echo $found[1];
