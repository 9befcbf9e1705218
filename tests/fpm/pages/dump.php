<?php
// What a page is told about its request.
header('Content-Type: application/json');
echo json_encode([
    'sapi' => PHP_SAPI,
    'order' => array_map(strval(...), array_keys($_SERVER)),
    'server' => $_SERVER,
    'get' => $_GET,
    'post' => $_POST,
    'cookie' => $_COOKIE,
    'files' => array_map(fn($file) => ['tmp_name' => is_uploaded_file($file['tmp_name'])] + $file, $_FILES),
    'input' => file_get_contents('php://input'),
    'headers' => getallheaders(),
    'variable' => getenv('REQUEST_METHOD'),
    'environment' => [$_ENV['SCRIPT_NAME'] ?? null, getenv()['HTTP_HOST'] ?? null],
    'folder' => basename(getcwd()),
], JSON_PARTIAL_OUTPUT_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE);
