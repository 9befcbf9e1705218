--TEST--
Scripts: fastcgi_finish_request(), getallheaders(), php_sapi_name(), output in pieces, settings of a request
--EXTENSIONS--
opcache
--INI--
opcache.enable_cli=1
implicit_flush=0
tern.sapi_name=tern
--FILE--
<?php
require __DIR__ . '/site.inc';

echo PHP_SAPI, ' ', php_sapi_name(), "\n";
var_dump(fastcgi_finish_request(), getallheaders());
Site::run([
    'finish' => <<<'PHP'
        header('Content-Type: text/plain');
        echo 'answer';
        var_dump(fastcgi_finish_request());
        echo 'dropped';
        usleep(1000);
        file_put_contents(__DIR__ . '/after', 'done');
        PHP,
    'fields' => "header('Content-Type: text/plain'); print_r(getallheaders()); var_dump(getallheaders() === apache_request_headers());",
    'large' => "header('Content-Type: text/plain'); for (\$i = 0; \$i < 30000; ++\$i) { echo 'line ', \$i, \"\\n\"; }",
    'settings' => "echo ini_get('precision'), ' ', ini_get('max_execution_time'), ' ', 0.1 + 0.2;",
], function (Site $site) {
    echo $site->ask('/finish'), "\n";
    while (!is_file("$site->folder/after")) {
        usleep(1000);
    }
    echo file_get_contents("$site->folder/after"), "\n";
    echo $site->ask('/fields', ['X-One: a', 'x-one: b']), "\n";
    [, $body] = explode("\n\n", $site->ask('/large'), 2);
    var_dump(strlen($body), substr($body, -11));
    echo $site->ask('/settings'), "\n";
}, ['precision' => '3', 'max_execution_time' => '1']);
?>
--EXPECT--
tern tern
bool(false)
array(0) {
}
HTTP/1.1 200 OK
Content-Type: text/plain;charset=UTF-8
Content-Length: 6

answer
done
HTTP/1.1 200 OK
Content-Type: text/plain;charset=UTF-8
Content-Length: 60

Array
(
    [Host] => site
    [X-One] => a, b
)
bool(true)

int(318890)
string(11) "line 29999
"
HTTP/1.1 200 OK
Content-Type: text/html; charset=UTF-8
Content-Length: 7

3 1 0.3
