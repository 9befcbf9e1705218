--TEST--
Coroutine\FastCGI\Client: answers that are malformed, incomplete, too large or refusals, are errors
--FILE--
<?php
require __DIR__ . '/peer.inc';
use Swoole\Coroutine\FastCGI\Client;
use Swoole\FastCGI;
use Swoole\FastCGI\Record\{EndRequest, Stdout};
use Swoole\FastCGI\Request;

$head = "Content-Type: text/plain\r\n\r\n";
$end = (string) new EndRequest();
$answers = [
    'nothing' => '',
    'half a head' => "\1\6\0",
    'half a record' => substr((string) new Stdout("{$head}body"), 0, 20),
    'no end' => (string) new Stdout("{$head}body"),
    'half an end' => new Stdout("{$head}body") . substr($end, 0, 12),
    'another version' => raw(FastCGI::STDOUT, $head, version: 2),
    'HTTP' => "HTTP/1.1 400 Bad Request\r\n\r\n",
    'another request' => raw(FastCGI::STDOUT, $head, 2) . $end,
    'management' => raw(FastCGI::GET_VALUES_RESULT, '', 0) . answer("{$head}body"),
    'the type of a request' => raw(FastCGI::PARAMS, 'x') . $end,
    'no type' => raw(0) . $end,
    'an unknown type' => raw(99) . $end,
    'a short end' => new Stdout($head) . raw(FastCGI::END_REQUEST, 'abc'),
    'a long end' => new Stdout($head) . raw(FastCGI::END_REQUEST, str_repeat("\0", 16)),
    'overloaded' => (string) new EndRequest(FastCGI::OVERLOADED),
    'unknown role' => (string) new EndRequest(FastCGI::UNKNOWN_ROLE),
    'no multiplexing' => (string) new EndRequest(FastCGI::CANT_MPX_CONN),
    'an unknown status' => (string) new EndRequest(9),
    'no output' => $end,
    'only errors' => answer('', 'Segmentation fault'),
    'no head' => answer('just text'),
    'an empty head' => answer("\r\n\r\nbody"),
    'an empty head of one line end' => answer("\nbody"),
    'an endless head' => answer(str_repeat("X-A: b\r\n", 9000)),
    'an endless line' => answer('X: ' . str_repeat('y', 70000)),
    'no colon' => answer("Content-Type: a\r\nHTTP/1.1 200 OK\r\n\r\n"),
    'a folded line' => answer("X: a\r\n b\r\n\r\n"),
    'a bare CR' => answer("X: a\rSet-Cookie: b=c\r\n\r\n"),
    'a NUL' => answer("X: a\0\r\n\r\n"),
    'a name with a space' => answer("X Y: a\r\n\r\n"),
    'a name without a name' => answer(": a\r\n\r\n"),
    'a space before the colon' => answer("X : a\r\n\r\n"),
    'a status of letters' => answer("Status: OK\r\n\r\n"),
    'an interim status' => answer("Status: 101 Switching\r\n\r\n"),
    'a status of four digits' => answer("Status: 2000\r\n\r\n"),
    'a body that is too short' => answer("Content-Length: 5\r\n\r\nbody"),
    'a body that is too long' => answer("Content-Length: 3\r\n\r\nbody"),
    'a length of letters' => answer("Content-Length: x\r\n\r\nbody"),
    'more than the limit' => answer($head . str_repeat('x', 200000)),
    'endless nothing' => str_repeat(raw(FastCGI::STDERR), 20000),
];

Co\run(function () use ($answers) {
    $answer = '';
    $server = serve(function ($socket) use (&$answer) {
        receive($socket);
        $socket->sendAll((string) $answer);
    });
    foreach ($answers as $name => $answer) {
        echo "$name: ";
        $client = new Client('127.0.0.1', $server->port);
        $client->set(['package_max_length' => 150000]);
        tell(fn() => 'accepted ' . json_encode($client->execute(page(), 5)->getBody()));
    }
    echo "\n";
    $good = [
        'bare LF' => answer("X: a\nY: b\n\nbody"),
        'a head in pieces' => implode('', array_map(strval(...), array_map(fn($c) => new Stdout($c), str_split("X: a\r\nY: b\r\n\r\n")))) . new Stdout('body') . new EndRequest(),
        'latin letters' => answer("X: \xE9\t.\r\n\r\nbody"),
        'no body' => answer("Status: 204\r\nContent-Length: 9\r\n\r\n"),
        'an exit code' => new Stdout("X: a\r\n\r\nbody") . new EndRequest(0, 255),
        'padding' => pack('CCnnCC', 1, FastCGI::STDOUT, 1, 10, 200, 0) . "X: a\r\n\r\nok" . str_repeat('p', 200) . new EndRequest(),
    ];
    foreach ($good as $name => $answer) {
        echo "$name: ";
        tell(fn() => (new Client('127.0.0.1', $server->port))->execute(page(), 5)->getBody());
    }
    $answer = answer("Content-Length: 9\r\n\r\n");
    tell(fn() => 'HEAD ' . (new Client('127.0.0.1', $server->port))->execute(page()->withMethod('HEAD'), 5)->getHeader('content-length'));
    $answer = answer('no head at all');
    tell(fn() => 'not HTTP: ' . (new Client('127.0.0.1', $server->port))->execute(new Request, 5)->getBody());
    $server->shutdown();
});
?>
--EXPECT--
nothing: Swoole\Coroutine\FastCGI\Client\Exception 104: The FastCGI server closed the connection before its response was complete
half a head: Swoole\Coroutine\FastCGI\Client\Exception 104: The FastCGI server closed the connection before its response was complete
half a record: Swoole\Coroutine\FastCGI\Client\Exception 104: The FastCGI server closed the connection before its response was complete
no end: Swoole\Coroutine\FastCGI\Client\Exception 104: The FastCGI server closed the connection before its response was complete
half an end: Swoole\Coroutine\FastCGI\Client\Exception 104: The FastCGI server closed the connection before its response was complete
another version: Swoole\Coroutine\FastCGI\Client\Exception 1204: The FastCGI server sent a record of version 2, not 1
HTTP: Swoole\Coroutine\FastCGI\Client\Exception 1204: The FastCGI server sent a record of version 72, not 1
another request: Swoole\Coroutine\FastCGI\Client\Exception 1204: The FastCGI server sent a record of request 2, not 1
management: Swoole\Coroutine\FastCGI\Client\Exception 1204: The FastCGI server sent a record of request 0, not 1
the type of a request: Swoole\Coroutine\FastCGI\Client\Exception 1204: The FastCGI server sent a record of type 4, which no response has
no type: Swoole\Coroutine\FastCGI\Client\Exception 1204: The FastCGI server sent a record of type 0, which no response has
an unknown type: Swoole\Coroutine\FastCGI\Client\Exception 1204: The FastCGI server sent a record of type 99, which no response has
a short end: Swoole\Coroutine\FastCGI\Client\Exception 1204: The FastCGI server sent an end of 3 bytes, not 8
a long end: Swoole\Coroutine\FastCGI\Client\Exception 1204: The FastCGI server sent an end of 16 bytes, not 8
overloaded: Swoole\Coroutine\FastCGI\Client\Exception 508: The FastCGI server is overloaded (FCGI_OVERLOADED)
unknown role: Swoole\Coroutine\FastCGI\Client\Exception 508: The FastCGI server does not know the role of the request (FCGI_UNKNOWN_ROLE)
no multiplexing: Swoole\Coroutine\FastCGI\Client\Exception 508: The FastCGI server cannot serve several requests of one connection (FCGI_CANT_MPX_CONN)
an unknown status: Swoole\Coroutine\FastCGI\Client\Exception 508: The FastCGI server ended the request with status 9
no output: Swoole\Coroutine\FastCGI\Client\Exception 1204: The FastCGI server sent a response without a complete head
only errors: Swoole\Coroutine\FastCGI\Client\Exception 1204: The FastCGI server sent a response without a complete head
no head: Swoole\Coroutine\FastCGI\Client\Exception 1204: The FastCGI server sent a response without a complete head
an empty head: Swoole\Coroutine\FastCGI\Client\Exception 1204: The FastCGI server sent a malformed field: 
an empty head of one line end: Swoole\Coroutine\FastCGI\Client\Exception 1204: The FastCGI server sent a malformed field: 
an endless head: Swoole\Coroutine\FastCGI\Client\Exception 1204: The FastCGI server sent a head of more than 65536 bytes
an endless line: Swoole\Coroutine\FastCGI\Client\Exception 1204: The FastCGI server sent a head of more than 65536 bytes
no colon: Swoole\Coroutine\FastCGI\Client\Exception 1204: The FastCGI server sent a malformed field: HTTP/1.1 200 OK
a folded line: Swoole\Coroutine\FastCGI\Client\Exception 1204: The FastCGI server sent a malformed field:  b
a bare CR: Swoole\Coroutine\FastCGI\Client\Exception 1204: The FastCGI server sent a malformed field: X: a\rSet-Cookie: b=c
a NUL: Swoole\Coroutine\FastCGI\Client\Exception 1204: The FastCGI server sent a malformed field: X: a\000
a name with a space: Swoole\Coroutine\FastCGI\Client\Exception 1204: The FastCGI server sent a malformed field: X Y: a
a name without a name: Swoole\Coroutine\FastCGI\Client\Exception 1204: The FastCGI server sent a malformed field: : a
a space before the colon: Swoole\Coroutine\FastCGI\Client\Exception 1204: The FastCGI server sent a malformed field: X : a
a status of letters: Swoole\Coroutine\FastCGI\Client\Exception 1204: The FastCGI server sent a malformed status: Status: OK
an interim status: Swoole\Coroutine\FastCGI\Client\Exception 1204: The FastCGI server sent a malformed status: Status: 101 Switching
a status of four digits: Swoole\Coroutine\FastCGI\Client\Exception 1204: The FastCGI server sent a malformed status: Status: 2000
a body that is too short: Swoole\Coroutine\FastCGI\Client\Exception 1204: The FastCGI server sent a body of 4 bytes, where Content-Length is 5
a body that is too long: Swoole\Coroutine\FastCGI\Client\Exception 1204: The FastCGI server sent a body of 4 bytes, where Content-Length is 3
a length of letters: Swoole\Coroutine\FastCGI\Client\Exception 1204: The FastCGI server sent a body of 4 bytes, where Content-Length is x
more than the limit: Swoole\Coroutine\FastCGI\Client\Exception 1201: The response of the FastCGI server has more than 150000 bytes
endless nothing: Swoole\Coroutine\FastCGI\Client\Exception 1201: The response of the FastCGI server has more than 150000 bytes

bare LF: body
a head in pieces: body
latin letters: body
no body: 
an exit code: body
padding: ok
HEAD 9
not HTTP: no head at all
