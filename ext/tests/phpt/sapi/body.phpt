--TEST--
Scripts: forms, uploads, php://input, filter_input()
--EXTENSIONS--
opcache
--INI--
opcache.enable_cli=1
implicit_flush=0
--FILE--
<?php
require __DIR__ . '/site.inc';

Site::run([
    'form' => <<<'PHP'
        header('Content-Type: text/plain');
        echo json_encode([$_POST, $_REQUEST, file_get_contents('php://input'), filter_input(INPUT_POST, 'n', FILTER_VALIDATE_INT)]), "\n";
        PHP,
    'upload' => <<<'PHP'
        header('Content-Type: text/plain');
        $file = $_FILES['f'];
        echo json_encode([$_POST, $file['name'], $file['full_path'], $file['type'], $file['error'], $file['size'], $_FILES['g']['name']]), "\n";
        var_dump(is_uploaded_file($file['tmp_name']), is_uploaded_file(__FILE__));
        var_dump(move_uploaded_file($file['tmp_name'], __DIR__ . '/kept'), file_get_contents(__DIR__ . '/kept'));
        PHP,
], function (Site $site) {
    $form = 'Content-Type: application/x-www-form-urlencoded';
    echo $site->ask('/form?q=1', [$form], 'a[]=1&a[]=2&n=3', 'POST');
    echo $site->ask('/form', [$form], 'n=x', 'POST');
    echo $site->ask('/form', ['Content-Type: application/json'], '{"a":1}', 'POST');
    echo $site->ask('/form', [$form], 'a=1', 'PUT');
    echo $site->ask('/form', [$form], 'n=' . str_repeat('y', 20), 'POST');
    $parts = "--X\r\nContent-Disposition: form-data; name=\"a[b]\"\r\n\r\nc\r\n"
        . "--X\r\nContent-Disposition: form-data; name=\"f\"; filename=\"dir/f.txt\"\r\nContent-Type: text/plain\r\n\r\ntext\r\n"
        . "--X\r\nContent-Disposition: form-data; name=\"g[h]\"; filename=\"g.txt\"\r\n\r\n1\r\n--X--\r\n";
    echo $site->ask('/upload', ['Content-Type: multipart/form-data; boundary=X'], $parts, 'POST');
});
?>
--EXPECT--
HTTP/1.1 200 OK
Content-Type: text/plain;charset=UTF-8
Content-Length: 78

[{"a":["1","2"],"n":"3"},{"q":"1","a":["1","2"],"n":"3"},"a[]=1&a[]=2&n=3",3]
HTTP/1.1 200 OK
Content-Type: text/plain;charset=UTF-8
Content-Length: 34

[{"n":"x"},{"n":"x"},"n=x",false]
HTTP/1.1 200 OK
Content-Type: text/plain;charset=UTF-8
Content-Length: 25

[[],[],"{\"a\":1}",null]
HTTP/1.1 200 OK
Content-Type: text/plain;charset=UTF-8
Content-Length: 19

[[],[],"a=1",null]
HTTP/1.1 200 OK
Content-Type: text/plain;charset=UTF-8
Content-Length: 91

[{"n":"yyyyyyyyyyyyyyyyyyyy"},{"n":"yyyyyyyyyyyyyyyyyyyy"},"n=yyyyyyyyyyyyyyyyyyyy",false]
HTTP/1.1 200 OK
Content-Type: text/plain;charset=UTF-8
Content-Length: 122

[{"a":{"b":"c"}},"f.txt","dir\/f.txt","text\/plain",0,4,{"h":"g.txt"}]
bool(true)
bool(false)
bool(true)
string(4) "text"
