<?php
// A server in front of PHP-FPM: static files come from here, .php files run there. Some paths can be answered here at once.
//   FPM=unix:/run/php/php-fpm.sock ROOT=/var/www/html php examples/fastcgi_proxy.php
//   curl http://127.0.0.1:9501/index.php
use Swoole\Coroutine\FastCGI\Client\Exception;
use Swoole\Coroutine\FastCGI\Proxy;
use Swoole\Http\Server;

$root = getenv('ROOT') ?: '/var/www/html';
$fpm = getenv('FPM') ?: '127.0.0.1:9000';

$server = new Server('127.0.0.1', 9501);
$server->set([
    'enable_static_handler' => true,  // sends files with ETag, ranges and a cache
    'document_root' => $root,
    // PHP-FPM parses forms and cookies by itself.
    'http_parse_post' => false,
    'http_parse_files' => false,
    'http_parse_cookie' => false,
]);

$proxy = (new Proxy($fpm, $root))->withTimeout(30);

$server->on('request', function ($request, $response) use ($proxy) {
    if ($request->server['path_info'] === '/ping') {
        $response->end("pong\n");
        return;
    }
    try {
        $proxy->pass($request, $response);
    } catch (Exception $error) {
        fwrite(STDERR, $error->getMessage() . "\n");
        $response->status($error->getCode() === 110 ? 504 : 502);  // 110: ETIMEDOUT
        $response->end("The application does not answer.\n");
    }
});

$server->start();
