<?php
// The fields of the request: their number, order and values.
$fields = array_filter($_SERVER, fn(string $name) => str_starts_with($name, 'HTTP_'), ARRAY_FILTER_USE_KEY);
echo json_encode([
    'count' => count($fields),
    'order' => md5(implode(' ', array_keys($fields))),
    'values' => md5(implode(' ', $fields)),
    'headers' => count(getallheaders()),
    'cookie' => $_COOKIE,
    'type' => $_SERVER['CONTENT_TYPE'] ?? null,
]);
