<?php
// Heads of each kind, chosen by ?kind=
header('X-Kind: ' . preg_replace('/\W/', '', $_GET['kind'] ?? ''));
match ($_GET['kind'] ?? '') {
    'status' => http_response_code((int) ($_GET['code'] ?? 404)),
    'line' => header('HTTP/1.1 ' . (int) ($_GET['code'] ?? 299) . ' Some Reason'),
    'field' => header('Status: ' . (int) ($_GET['code'] ?? 404) . ' Another Reason'),
    'location' => header('Location: /elsewhere?a=b'),
    'moved' => header('Location: /elsewhere', true, 301),
    'created' => [http_response_code(201), header('Location: /new')],
    'cookies' => [setcookie('a', 'b c', 1893456000, '/'), setcookie('d', 'e', ['httponly' => true, 'samesite' => 'Lax']), setcookie('f')],
    'several' => [header('X-One: 1'), header('X-One: 2', false), header('x-two: a'), header('X-Two: b'), header_remove('X-Kind')],
    'type' => header('Content-Type: text/plain'),
    'charset' => header('Content-Type: text/html; charset=ISO-8859-1'),
    'json' => header('content-type: application/json'),
    'default' => ini_set('default_mimetype', ''),
    'length' => header('Content-Length: 6'),
    'session' => session_start(),
    'nocache' => [session_cache_limiter('public'), session_start()],
    'callback' => header_register_callback(function (): void {
        header('X-Callback: ' . count(headers_list()));
    }),
    default => null,
};
if (http_response_code() !== 204 && http_response_code() !== 304) {
    echo 'hello', "\n";
}
echo isset($_GET['list']) ? json_encode(headers_list()) : '';
