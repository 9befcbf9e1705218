<?php
// Answers of all kinds: the query says which.
parse_str($_SERVER['QUERY_STRING'], $asked);
match (array_key_first($asked)) {
    'status' => http_response_code((int) $asked['status']),
    'location' => header('Location: /elsewhere'),
    'long' => print str_repeat('long ', 30000),
    'longer' => print str_repeat('longer ', 300000),
    'flush' => [print 'first', ob_flush(), flush(), print 'last'],
    'length' => [header('Content-Length: 5'), print '12345'],
    'lengthflush' => [header('Content-Length: 10'), print '12345', ob_flush(), flush(), print '67890'],
    'cookies' => [setcookie('a', 'b'), setcookie('c', 'd', ['httponly' => true]), print 'cookies'],
    'type' => [header('Content-Type: application/json'), header('X-A: 1'), header('X-A: 2', false), print '{}'],
    'date' => [header('Expires: Thu, 19 Nov 1981 08:52:00 GMT'), header('Last-Modified: Thu, 19 Nov 1981 08:52:00 GMT'), header('ETag: "x"'), print 'x'],
    'exception' => throw new Exception('no answer'),
    'reason' => [header('HTTP/1.1 418 Short and Stout'), print 'tea'],
    'gzip' => [header('Content-Encoding: gzip'), print gzencode('packed')],
    'text' => print 'text',
    default => null,
};
