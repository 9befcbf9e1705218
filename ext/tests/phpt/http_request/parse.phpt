--TEST--
Request::parse: in pieces, chunked, pipelined, not well-formed, multipart
--FILE--
<?php
use Swoole\Http\Request;
function feed(string $text, int $step = 1): Request {
    $r = Request::create();
    foreach (str_split($text, $step) as $piece) $used = $r->parse($piece);
    return $r;
}
$text = "PUT /x?y=1 HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n4;x=y\r\ndefg\r\n0\r\n\r\n";
foreach ([1, 7, 1000] as $step) {
    $r = feed($text, $step);
    var_dump($r->isCompleted(), $r->getMethod(), $r->getContent(), $r->rawContent());
}
var_dump($r->parse('more'));
var_dump($r->getData());

$r = Request::create();
$first = "POST /1 HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc";
$second = "GET /2 HTTP/1.1\r\nHost: h\r\n\r\n";
$used = $r->parse($first . $second);
var_dump($used === strlen($first), $r->isCompleted(), $r->getContent());
$r2 = Request::create();
var_dump($r2->parse(substr($first . $second, $used)) === strlen($second), $r2->server['request_uri'], $r2->getContent());

$r = Request::create();
var_dump($r->parse("GET / HT"), $r->isCompleted(), $r->getMethod(), $r->header === [], $r->getData());
var_dump($r->parse("TP/1.0\r\n\r\n"), $r->isCompleted(), $r->server['server_protocol'], $r->header);
foreach (["GET\r\n\r\n", "GET / HTTP/1.1\r\nbad name: 1\r\n\r\n", "GET / HTTP/1.1\r\nHost: h\r\nContent-Length: x\r\n\r\n",
          "GET / HTTP/1.1\r\nHost: h\r\nX: " . str_repeat('a', 100000)] as $bad) {
    $r = Request::create();
    var_dump($r->parse($bad), $r->isCompleted(), $r->parse('x'));
}

$form = "--B\r\nContent-Disposition: form-data; name=\"a[b]\"\r\n\r\none\r\n"
    . "--B\r\nContent-Disposition: form-data; name=\"f\"; filename=\"n.txt\"\r\nContent-Type: text/plain\r\n\r\ncontent\r\n"
    . "--B\r\nContent-Disposition: form-data; name=\"g[]\"; filename=\"m.txt\"\r\n\r\n\r\n--B--\r\n";
$head = "POST / HTTP/1.1\r\nHost: h\r\nContent-Type: multipart/form-data; boundary=B\r\nContent-Length: " . strlen($form) . "\r\n\r\n";
$r = feed($head . $form, 5);
echo json_encode($r->post), "\n";
$files = $r->files;
echo json_encode([$files['f']['name'], $files['f']['type'], $files['f']['error'], $files['f']['size'], file_get_contents($files['f']['tmp_name'])]), "\n";
echo json_encode(array_diff_key($files['g'][0], ['tmp_name' => 1])), "\n";
$paths = $r->tmpfiles;
var_dump(count($paths), $r->getContent());
unset($r);
var_dump(array_filter($paths, 'file_exists'));

$r = Request::create(['parse_cookie' => false, 'parse_body' => false, 'parse_files' => false]);
$r->parse("POST / HTTP/1.1\r\nHost: h\r\nCookie: a=1\r\nContent-Type: multipart/form-data; boundary=B\r\nContent-Length: " . strlen($form) . "\r\n\r\n$form");
var_dump($r->cookie, $r->post, $r->files, $r->getContent() === $form);
?>
--EXPECT--
bool(true)
string(3) "PUT"
string(7) "abcdefg"
string(7) "abcdefg"
bool(true)
string(3) "PUT"
string(7) "abcdefg"
string(7) "abcdefg"
bool(true)
string(3) "PUT"
string(7) "abcdefg"
string(7) "abcdefg"
bool(false)
string(67) "PUT /x?y=1 HTTP/1.1
Host: h
Transfer-Encoding: chunked

abcdefg"
bool(true)
bool(true)
string(3) "abc"
bool(true)
string(2) "/2"
string(0) ""
int(8)
bool(false)
string(3) "GET"
bool(true)
bool(false)
int(10)
bool(true)
string(8) "HTTP/1.0"
array(0) {
}
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
{"a":{"b":"one"}}
["n.txt","text\/plain",0,7,"content"]
{"name":"m.txt","type":"","error":0,"size":0}
int(2)
string(0) ""
array(0) {
}
NULL
NULL
NULL
bool(true)
