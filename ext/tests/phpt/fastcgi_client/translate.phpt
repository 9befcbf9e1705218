--TEST--
Coroutine\FastCGI\Proxy: the request that it makes of an HTTP request
--FILE--
<?php
require __DIR__ . '/peer.inc';
use Swoole\Coroutine\FastCGI\Proxy;
use Swoole\Http\Request;

function request(string $target, string $more = '', string $body = '', string $method = 'GET'): Request
{
    $request = Request::create();
    $request->parse("$method $target HTTP/1.1\r\nHost: example.com:8080\r\n" . ($body === '' ? '' : 'Content-Length: ' . strlen($body) . "\r\n") . "$more\r\n$body");
    return $request;
}

function scripts(Proxy $proxy, string ...$targets): void
{
    foreach ($targets as $target) {
        echo "$target => ";
        tell(function () use ($proxy, $target) {
            $made = $proxy->translateRequest(request($target));
            return "{$made->getScriptFilename()} {$made->getScriptName()} {$made->getDocumentUri()} {$made->getRequestUri()} " . $made->getParam('PATH_INFO');
        });
    }
}

$proxy = new Proxy('127.0.0.1:9000', '/var/www');
scripts($proxy, '/', '/a.php', '/a%20b.php?x=1', '/blog', '/blog/', '/v1.2/users', '/index.php/users/7', '/index.php/', '/a.php/b.php/c', '/a.phpx', '/style.css', '/.php', '/a.php?x=/b.php');
echo "dots\n";
scripts($proxy, '/a/../b.php', '/a/./b.php', '//a//b.php', '/a/..', '/a/b/.', '/a/%2e%2e/%2e%2e/etc/passwd', '/..', '/a/../../x.php', '/a%00.php', '/a%0a.php', '/a\\b.php', '*');
echo "index\n";
scripts((new Proxy('127.0.0.1:9000', '/'))->withIndex(''), '/', '/blog', '/a.php');
scripts((new Proxy('127.0.0.1:9000', '/srv/'))->withIndex('app.php'), '/', '/blog');
echo "a front controller\n";
scripts((new Proxy('127.0.0.1:9000', '/srv'))->withParams(['SCRIPT_FILENAME' => '/srv/index.php', 'SCRIPT_NAME' => '/index.php']), '/users/7?x=1');

$made = $proxy->withParam('A', '1')->withAddedParams(['A' => '2', 'B' => '3'])->withoutParam('B')->translateRequest(request('/a.php?q=r', "Cookie: a=b\r\nX-Forwarded-For: 1.2.3.4\r\nX_Forwarded_For: 6.6.6.6\r\nProxy: evil\r\nContent-Type: text/x\r\nAuthorization: Basic x\r\n", 'body', 'PUT'));
print_r(array_diff_key($made->getParams(), ['SERVER_SOFTWARE' => 0, 'REMOTE_ADDR' => 0, 'REMOTE_PORT' => 0, 'SERVER_PORT' => 0]));
var_dump($made->getBody(), $proxy->getParam('A'), $proxy->getParam('none'), $proxy->getParams());
$made = $proxy->withParams([])->withHttps(true)->translateRequest(request('/', '', 'a=b', 'POST'));
var_dump($made->getParam('HTTPS'), $made->getScheme(), $made->getParam('A'), $made->getServerName(), $made->getContentType());

// A body that was taken apart.
$form = "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--x\r\nContent-Disposition: form-data; name=\"b[c][]\"\r\n\r\n2\r\n"
    . "--x\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a b.txt\"\r\nContent-Type: text/plain\r\n\r\nfirst\r\n"
    . "--x\r\nContent-Disposition: form-data; name=\"g[]\"; filename=\"c.txt\"\r\n\r\nsecond\r\n"
    . "--x\r\nContent-Disposition: form-data; name=\"none\"; filename=\"\"\r\n\r\n\r\n--x--\r\n";
$made = $proxy->translateRequest(request('/', "Content-Type: multipart/form-data; boundary=x\r\n", $form, 'POST'));
$boundary = substr(strrchr($made->getContentType(), '='), 1);
echo strtr(str_replace(["--$boundary", $boundary], ['==BOUNDARY', 'BOUNDARY'], $made->getContentType() . "\n" . $made->getBody()), ["\r\n" => "\n"]);
var_dump($made->getContentLength() === strlen($made->getBody()));
?>
--EXPECT--
/ => /var/www/index.php /index.php / / 
/a.php => /var/www/a.php /a.php /a.php /a.php 
/a%20b.php?x=1 => /var/www/a b.php /a b.php /a b.php /a%20b.php?x=1 
/blog => /var/www/blog/index.php /blog/index.php /blog /blog 
/blog/ => /var/www/blog/index.php /blog/index.php /blog/ /blog/ 
/v1.2/users => /var/www/v1.2/users/index.php /v1.2/users/index.php /v1.2/users /v1.2/users 
/index.php/users/7 => /var/www/index.php /index.php /index.php/users/7 /index.php/users/7 /users/7
/index.php/ => /var/www/index.php /index.php /index.php/ /index.php/ /
/a.php/b.php/c => /var/www/a.php /a.php /a.php/b.php/c /a.php/b.php/c /b.php/c
/a.phpx => /var/www/a.phpx /a.phpx /a.phpx /a.phpx 
/style.css => /var/www/style.css /style.css /style.css /style.css 
/.php => /var/www/.php /.php /.php /.php 
/a.php?x=/b.php => /var/www/a.php /a.php /a.php /a.php?x=/b.php 
dots
/a/../b.php => /var/www/b.php /b.php /b.php /a/../b.php 
/a/./b.php => /var/www/a/b.php /a/b.php /a/b.php /a/./b.php 
//a//b.php => /var/www/a/b.php /a/b.php /a/b.php //a//b.php 
/a/.. => /var/www/index.php /index.php / /a/.. 
/a/b/. => /var/www/a/b/index.php /a/b/index.php /a/b/ /a/b/. 
/a/%2e%2e/%2e%2e/etc/passwd => InvalidArgumentException 0: '/a/../../etc/passwd' is no path below the document root
/.. => InvalidArgumentException 0: '/..' is no path below the document root
/a/../../x.php => InvalidArgumentException 0: '/a/../../x.php' is no path below the document root
/a%00.php => InvalidArgumentException 0: '/a\000.php' is no path below the document root
/a%0a.php => InvalidArgumentException 0: '/a\n.php' is no path below the document root
/a\b.php => InvalidArgumentException 0: '/a\\b.php' is no path below the document root
* => /var/www/index.php /index.php / / 
index
/ => / / / / 
/blog => /blog /blog /blog /blog 
/a.php => /a.php /a.php /a.php /a.php 
/ => /srv/app.php /app.php / / 
/blog => /srv/blog/app.php /blog/app.php /blog /blog 
a front controller
/users/7?x=1 => /srv/index.php /index.php /users/7 /users/7?x=1 
Array
(
    [A] => 2
    [REQUEST_SCHEME] => http
    [REQUEST_METHOD] => PUT
    [DOCUMENT_ROOT] => /var/www
    [SCRIPT_FILENAME] => /var/www/a.php
    [SCRIPT_NAME] => /a.php
    [DOCUMENT_URI] => /a.php
    [REQUEST_URI] => /a.php?q=r
    [QUERY_STRING] => q=r
    [CONTENT_TYPE] => text/x
    [CONTENT_LENGTH] => 4
    [GATEWAY_INTERFACE] => CGI/1.1
    [SERVER_PROTOCOL] => HTTP/1.1
    [SERVER_ADDR] => unknown
    [SERVER_NAME] => example.com
    [REDIRECT_STATUS] => 200
    [HTTP_HOST] => example.com:8080
    [HTTP_COOKIE] => a=b
    [HTTP_X_FORWARDED_FOR] => 1.2.3.4
    [HTTP_AUTHORIZATION] => Basic x
)
string(4) "body"
string(1) "2"
NULL
array(1) {
  ["A"]=>
  string(1) "2"
}
string(2) "on"
string(5) "https"
NULL
string(11) "example.com"
string(0) ""
multipart/form-data; boundary=BOUNDARY
==BOUNDARY
Content-Disposition: form-data; name="a"

1
==BOUNDARY
Content-Disposition: form-data; name="b[c][0]"

2
==BOUNDARY
Content-Disposition: form-data; name="f"; filename="a b.txt"
Content-Type: text/plain

first
==BOUNDARY
Content-Disposition: form-data; name="g[0]"; filename="c.txt"

second
==BOUNDARY
Content-Disposition: form-data; name="none"; filename=""


==BOUNDARY--
bool(true)
