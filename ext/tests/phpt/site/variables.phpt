--TEST--
Classic sites: $_SERVER for requests that no web server would send to PHP as they are
--FILE--
<?php
use Swoole\Http\Request;
use Tern\Internal\Site\{Authorization, NeverSent, Router, ServerVariables};

require __DIR__ . '/folder.inc';

$root = folder(['index.php' => '', 'a.php' => '']);
$router = new Router($root, NeverSent::patterns($root));

function variables(string $path, array $fields, string $query = '', bool $hasArguments = false): array
{
    global $root, $router;
    $request = new Request();
    $request->server = ['request_method' => 'GET', 'request_uri' => $path, 'server_protocol' => 'HTTP/2', 'server_port' => 443, 'https' => 'on',
        'remote_addr' => '::1', 'remote_port' => 5, 'request_time' => 7, 'request_time_float' => 7.5] + ($query === '' ? [] : ['query_string' => $query]);
    $request->header = $fields;
    return (new ServerVariables($root, '127.0.0.1', $hasArguments))->of($request, $router->find($path), $query);
}

foreach (variables('/a.php/x', ['host' => 'Shop.example:8443', 'x-a' => '1'], 'q=1+2') as $name => $value) {
    printf("%-20s %s\n", $name, str_replace($root, 'ROOT', var_export($value, true)));
}
echo "names of the server\n";
foreach (['shop.example', 'shop.example:', 'SHOP:80', '[::1]:80', '127.0.0.1:1', '', ':80', 'a b', "a\nb", 'a/b', 'a@b', '<script>', 'a:b', '::1'] as $host) {
    echo json_encode($host, JSON_UNESCAPED_SLASHES), ' ', variables('/', ['host' => $host])['SERVER_NAME'], "\n";
}
echo "fields\n";
$fields = ['proxy' => 'evil', 'Proxy' => 'evil', 'x_y' => '1', 'x.y' => '1', 'x-y' => '2', '5' => '3', 'content-type' => 'a/b', 'content-length' => '0', "x\0" => '1', '' => '1'];
echo json_encode(array_filter(variables('/', $fields), fn($name) => preg_match('/^(HTTP_|CONTENT)/', $name) === 1, ARRAY_FILTER_USE_KEY), JSON_UNESCAPED_SLASHES), "\n";
echo "arguments\n";
foreach (['', 'a', 'a+b', 'a=1&b=2', '+'] as $query) {
    $variables = variables('/', [], $query, true);
    echo json_encode([$variables['argv'], $variables['argc']]), "\n";
}
echo "authorization\n";
foreach (['Basic YTpi', 'BASIC YTpi', 'Basic YTpiOmM=', 'Basic Og==', 'Basic YQ==', 'Basic', 'Basic ', 'Basic !!', 'Digest a="b", c', 'digest ', 'Digest', 'Bearer YTpi', ''] as $field) {
    echo json_encode($field), ' ', json_encode(Authorization::of($field)), "\n";
}
?>
--EXPECTF--
DOCUMENT_ROOT        'ROOT'
SERVER_SOFTWARE      'tern/%s (like nginx)'
GATEWAY_INTERFACE    'CGI/1.1'
REDIRECT_STATUS      '200'
SCRIPT_FILENAME      'ROOT/a.php'
SCRIPT_NAME          '/a.php'
PHP_SELF             '/a.php/x'
DOCUMENT_URI         '/a.php'
PATH_INFO            '/x'
REQUEST_URI          '/a.php/x?q=1+2'
QUERY_STRING         'q=1+2'
REQUEST_METHOD       'GET'
REQUEST_SCHEME       'https'
SERVER_PROTOCOL      'HTTP/2.0'
CONTENT_TYPE         ''
CONTENT_LENGTH       ''
REQUEST_TIME         7
REQUEST_TIME_FLOAT   7.5
PATH_TRANSLATED      'ROOT/x'
SERVER_ADDR          '127.0.0.1'
SERVER_NAME          'shop.example'
SERVER_PORT          '443'
REMOTE_ADDR          '::1'
REMOTE_PORT          '5'
HTTPS                'on'
HTTP_HOST            'Shop.example:8443'
HTTP_X_A             '1'
names of the server
"shop.example" shop.example
"shop.example:" shop.example
"SHOP:80" shop
"[::1]:80" [::1]
"127.0.0.1:1" 127.0.0.1
"" 127.0.0.1
":80" 127.0.0.1
"a b" 127.0.0.1
"a\nb" 127.0.0.1
"a/b" 127.0.0.1
"a@b" 127.0.0.1
"<script>" 127.0.0.1
"a:b" 127.0.0.1
"::1" 127.0.0.1
fields
{"CONTENT_TYPE":"a/b","CONTENT_LENGTH":"0","HTTP_X_Y":"2","HTTP_5":"3","HTTP_CONTENT_TYPE":"a/b","HTTP_CONTENT_LENGTH":"0"}
arguments
[[],0]
[["a"],1]
[["a","b"],2]
[["a=1&b=2"],1]
[["",""],2]
authorization
"Basic YTpi" {"PHP_AUTH_USER":"a","PHP_AUTH_PW":"b"}
"BASIC YTpi" {"PHP_AUTH_USER":"a","PHP_AUTH_PW":"b"}
"Basic YTpiOmM=" {"PHP_AUTH_USER":"a","PHP_AUTH_PW":"b:c"}
"Basic Og==" {"PHP_AUTH_USER":""}
"Basic YQ==" []
"Basic" []
"Basic " []
"Basic !!" []
"Digest a=\"b\", c" {"PHP_AUTH_DIGEST":"a=\"b\", c"}
"digest " {"PHP_AUTH_DIGEST":""}
"Digest" []
"Bearer YTpi" []
"" []
