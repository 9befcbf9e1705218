<?php
// Heads in the ways in which scripts make them.
switch ($_GET['case']) {
    case 'names':
        header('x-lower: 1');
        header('X-UPPER:2');
        header('x-Lower:   3  ', false);
        setcookie('a', 'b');
        setcookie('c', 'd');
        break;
    case 'status':
        http_response_code((int) $_GET['status']);
        break;
    case 'line':
        header('HTTP/1.1 404 Not here');
        break;
    case 'long':
        header('HTTP/1.1 404 ' . str_repeat('A', 1100));
        break;
    case 'line200':
        header('HTTP/1.0 200 Very well');
        break;
    case 'bare':
        header('HTTP/1.1 404');
        break;
    case 'field':
        header('Status: 410 Gone away');
        break;
    case 'location':
        header('Location: /elsewhere');
        break;
    case 'created':
        header('Location: /elsewhere', true, 201);
        break;
    case 'length':
        header('Content-Length: 5');
        header('Connection: close');
        break;
    case 'untyped':
        header_remove('Content-Type');
        header_remove('X-Powered-By');
        ini_set('default_mimetype', '');
        break;
    case 'unmodified':
        header('HTTP/1.1 304 Not Modified');
        header('ETag: "x"');
        exit;
    case 'nothing':
        exit;
}
echo 'body.';
