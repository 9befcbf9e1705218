--TEST--
Scripts: a status that is no final one of HTTP becomes 200, and the worker continues
--EXTENSIONS--
opcache
--INI--
opcache.enable_cli=1
tern.sapi_name=tern
--FILE--
<?php
require __DIR__ . '/site.inc';

Site::run([
    'number' => 'header("Content-Type: text/plain"); http_response_code((int) $_GET["code"]); echo http_response_code();',
    'line' => 'header("Content-Type: text/plain"); header($_GET["line"]); echo http_response_code();',
], function (Site $site) {
    foreach ([999, 1000, 2147483647, 199, 103, -5] as $code) {
        echo strstr($site->ask("/number?code=$code"), "\n", true), "\n";
    }
    foreach (['HTTP/1.1 1234 Many', 'HTTP/1.1 103 Early Hints', 'Status: 5000', 'Status: 404 Nothing'] as $line) {
        echo strstr($site->ask('/line?line=' . urlencode($line)), "\n", true), "\n";
    }
});
?>
--EXPECT--
HTTP/1.1 999 Unknown
HTTP/1.1 200 OK
HTTP/1.1 200 OK
HTTP/1.1 200 OK
HTTP/1.1 200 OK
HTTP/1.1 200 OK
HTTP/1.1 200 OK
HTTP/1.1 200 OK
HTTP/1.1 200 OK
HTTP/1.1 404 Nothing
