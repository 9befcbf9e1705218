<?php
// Heads that scripts make in their own ways: one case a request.
$cases = [
    '304' => static fn() => http_response_code(304),
    '304-line' => static function () {
        header('HTTP/1.1 304 Not Modified');
        header('ETag: "x"');
    },
    '304-body' => static function () {
        http_response_code(304);
        echo 'body';
    },
    '304-type' => static function () {
        http_response_code(304);
        header('Content-Type: text/css');
    },
    '304-length' => static function () {
        http_response_code(304);
        header('Content-Length: 7');
    },
    '204' => static fn() => http_response_code(204),
    '204-body' => static function () {
        http_response_code(204);
        echo 'body';
    },
    '204-type' => static function () {
        http_response_code(204);
        header('Content-Type: text/css');
    },
    '205' => static fn() => http_response_code(205),
    'empty-type' => static function () {
        header('Content-Type:');
        echo 'x';
    },
    'two-types' => static function () {
        header('Content-Type: a/b');
        header('Content-Type: c/d', false);
        echo 'x';
    },
    'two-types-replaced' => static function () {
        header('Content-Type: a/b', false);
        header('Content-Type: c/d');
        echo 'x';
    },
    'type-of-text' => static function () {
        header('Content-Type: text/plain');
        echo 'x';
    },
    'type-with-charset' => static function () {
        header('Content-Type: text/plain; charset=latin1');
        echo 'x';
    },
    'removed-type' => static function () {
        header_remove('Content-Type');
        echo 'x';
    },
    'removed-all' => static function () {
        header('X-A: 1');
        header_remove();
        echo 'x';
    },
    'no-mimetype' => static function () {
        ini_set('default_mimetype', '');
        echo 'x';
    },
    'no-charset' => static function () {
        ini_set('default_charset', '');
        echo 'x';
    },
    'neither' => static function () {
        ini_set('default_mimetype', '');
        ini_set('default_charset', '');
        echo 'x';
    },
    'neither-204' => static function () {
        ini_set('default_mimetype', '');
        http_response_code(204);
    },
    'status-field' => static function () {
        header('Status: 404');
        echo 'x';
    },
    'status-field-text' => static function () {
        header('Status: 410 Long Gone');
        echo 'x';
    },
    'line-and-status-field' => static function () {
        header("HTTP/1.1 418 I'm a teapot");
        header('Status: 404 Not Found');
        echo 'x';
    },
    'line-200-and-status-field' => static function () {
        header('Status: 503 Busy Now');
        header('HTTP/1.1 200 Fine');
        echo 'x';
    },
    'location' => static fn() => header('Location: /x'),
    'location-201' => static fn() => header('Location: /x', true, 201),
    'location-away' => static fn() => header('Location: http://other.example/'),
    'location-200' => static function () {
        header('Location: /x');
        http_response_code(200);
        echo 'x';
    },
    'line-500' => static function () {
        header('HTTP/1.1 500 My Own Words');
        echo 'x';
    },
    'line-404' => static function () {
        header('HTTP/1.0 404');
        echo 'x';
    },
    'code-599' => static function () {
        http_response_code(599);
        echo 'x';
    },
    'length' => static function () {
        header('Content-Length: 4');
        echo 'body';
    },
    'no-such-coding' => static function () {
        header('Content-Encoding: identity');
        echo 'x';
    },
    'date' => static function () {
        header('Date: Thu, 01 Jan 1970 00:00:00 GMT');
        echo 'x';
    },
    'server' => static function () {
        header('Server: own');
        echo 'x';
    },
    'empty-field' => static function () {
        header('X-Empty:');
        header('X-Full: 1');
        echo 'x';
    },
    'two-fields' => static function () {
        header('X-A: 1');
        header('X-A: 2', false);
        echo 'x';
    },
    'cookies' => static function () {
        header('Set-Cookie: a=b');
        header('Set-Cookie: c=d', false);
        setcookie('e', 'f');
        echo 'x';
    },
    'authenticate' => static function () {
        header('WWW-Authenticate: Basic realm="x"');
        echo 'x';
    },
    'flush' => static function () {
        header('X-A: 1');
        echo 'x';
        flush();
        header('X-B: 1');
        echo json_encode(headers_sent());
    },
    'nothing' => static fn() => null,
];
if (isset($_GET['names'])) {
    echo json_encode(array_map(strval(...), array_keys($cases)));
    return;
}
$cases[$_GET['case']]();
