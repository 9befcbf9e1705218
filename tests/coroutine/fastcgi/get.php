<?php
// What PHP-FPM tells a script.
header('Content-Type: application/json');
setcookie('first', '1');
setcookie('second', '2');
$names = ['REQUEST_METHOD', 'REQUEST_URI', 'SCRIPT_NAME', 'SCRIPT_FILENAME', 'PATH_INFO', 'DOCUMENT_ROOT', 'QUERY_STRING', 'HTTP_X_TEST', 'HTTP_HOST', 'HTTP_PROXY',
    'SERVER_PROTOCOL', 'REMOTE_ADDR', 'PHP_AUTH_USER'];
echo json_encode(['server' => array_intersect_key($_SERVER, array_flip($names)), 'get' => $_GET, 'cookie' => $_COOKIE], JSON_UNESCAPED_SLASHES);
