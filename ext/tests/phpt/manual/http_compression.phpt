--TEST--
The manual's http_compression: answers are packed for clients that ask for it
--FILE--
<?php
require __DIR__ . '/server_program.inc';
$program = start_program(function () {
    $http = new Swoole\Http\Server('127.0.0.1', 0);
    $http->set(['worker_num' => 1, 'http_compression' => true, 'http_compression_level' => 6, 'http_compression_min_length' => 20]);
    $http->on('request', fn ($request, $response) => $response->end(str_repeat('text ', (int) $request->get['times'])));
    return $http;
});
[$head, $body] = explode("\r\n\r\n", $program->say("GET /?times=100 HTTP/1.1\r\nHost: test\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n"), 2);
echo preg_match('/^content-encoding: (.*)\r$/mi', $head, $match) ? $match[1] : 'plain', ' ', strlen($body) < 100 ? 'short' : 'long', "\n";
echo gzdecode($body) === str_repeat('text ', 100) ? "the same text\n" : "another text\n";
echo $program->get('/?times=2', ['Accept-Encoding' => 'gzip']), "\n";
$program->stop();
?>
--EXTENSIONS--
zlib
--EXPECT--
gzip short
the same text
text text 
