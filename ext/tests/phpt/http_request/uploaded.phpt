--TEST--
Request::$files: the files are known to is_uploaded_file() and move_uploaded_file() as long as the request lives
--FILE--
<?php
function request(): Swoole\Http\Request
{
    $form = "--B\r\nContent-Disposition: form-data; name=\"f\"; filename=\"n\"\r\n\r\ncontent\r\n--B--\r\n";
    $request = Swoole\Http\Request::create();
    $request->parse("POST / HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=B\r\n" .
        'Content-Length: ' . strlen($form) . "\r\n\r\n$form");
    return $request;
}
$request = request();
$path = $request->files['f']['tmp_name'];
var_dump(is_uploaded_file($path), is_uploaded_file(__FILE__), $request->tmpfiles === [$path]);
$copy = clone $request;
$request = null;
var_dump(is_uploaded_file($path));
$copy = null;
var_dump(is_uploaded_file($path), file_exists($path));

$request = request();
$path = $request->tmpfiles[0];
$to = __DIR__ . '/uploaded.tmp';
var_dump(move_uploaded_file($path, $to), is_uploaded_file($path), move_uploaded_file($path, $to), file_get_contents($to));
$request = null;
var_dump(file_exists($to));
unlink($to);
$last = request();
var_dump(is_uploaded_file($last->tmpfiles[0]));
?>
--EXPECT--
bool(true)
bool(false)
bool(true)
bool(true)
bool(false)
bool(false)
bool(true)
bool(false)
bool(false)
string(7) "content"
bool(true)
bool(true)
