--TEST--
Server: open_http_protocol with only a receive callback: whole requests are delivered
--FILE--
<?php
require __DIR__ . '/../server.inc';

// The first server of start_server() is an HTTP server; this one is a plain one.
$server = start_server('$server = new Swoole\Server("127.0.0.1", 0, SWOOLE_BASE);
    $server->set(["worker_num" => 1, "log_level" => 4, "open_http_protocol" => true]);
    $server->on("start", "report_port");
    $server->on("receive", function ($server, $fd, $reactor, $data) {
        $server->send($fd, strlen($data) . " " . strtok($data, "\r") . "\n");
    });');
$get = "GET /get HTTP/1.1\r\nHost: a\r\n\r\n";
$post = "POST /post HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n" . str_repeat('x', 99995) . '-end-';
$chunked = "POST /chunked HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nT: u\r\n\r\n";
$client = $server->connect();
fwrite($client, substr($get, 0, 10));
fwrite($client, substr($get, 10) . $get . substr($post, 0, 20));
echo fgets($client), fgets($client);
fwrite($client, substr($post, 20));
echo fgets($client);
foreach (str_split($chunked, 20) as $piece) fwrite($client, $piece);
fwrite($client, $get);
echo (int) fgets($client) - strlen($chunked), ' ', fgets($client);
$client = $server->connect();
fwrite($client, "no request\r\n\r\n");
var_dump(stream_get_contents($client));
echo $server->stop();
?>
--EXPECT--
30 GET /get HTTP/1.1
30 GET /get HTTP/1.1
100056 POST /post HTTP/1.1
0 30 GET /get HTTP/1.1
string(0) ""
