--TEST--
Coroutine\FastCGI\Proxy: static files, and what clients get of an answer
--FILE--
<?php
require __DIR__ . '/peer.inc';
use Swoole\Coroutine\FastCGI\Client\Exception;
use Swoole\Coroutine\FastCGI\Proxy;
use Swoole\Coroutine\Http\Server;
use Swoole\Coroutine\Socket;

function ask(int $port, string $target, string $method = 'GET'): void
{
    $socket = new Socket(AF_INET, SOCK_STREAM);
    $socket->connect('127.0.0.1', $port);
    $socket->sendAll("$method $target HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
    $answer = $socket->recvAll(1 << 20);
    echo "$method ", strtr($target, [$GLOBALS['root'] => 'ROOT']), ' => ', strtr(preg_replace('/^(Server|Date|Content-Encoding|Connection|Last-Modified|ETag): .*\r\n/mi', '', $answer), ["\r\n" => "\n"]), "\n";
}

$root = sys_get_temp_dir() . '/tern-proxy-' . getmypid();
mkdir("$root/www/folder", 0777, true);
foreach (['www/style.css' => 'css', 'www/a b.txt' => 'spaces', 'www/index.php' => '<?php secret', 'www/.env' => 'secret', 'www/old.php.bak' => 'secret', 'secret.txt' => 'secret'] as $name => $content) file_put_contents("$root/$name", $content);
symlink("$root/secret.txt", "$root/www/out.txt");
symlink("$root/www/.env", "$root/www/env.txt");
symlink("$root/www/style.css", "$root/www/in.css");

Co\run(function () use ($root) {
    $answer = fn($request) => "Content-Type: text/plain\r\n\r\n{$request->params['REQUEST_METHOD']} {$request->params['SCRIPT_NAME']}";
    $fpm = serve(function ($socket) use (&$answer) {
        $request = receive($socket);
        $socket->sendAll(answer($answer($request)));
    });
    $proxy = new Proxy("127.0.0.1:$fpm->port", "$root/www");
    $server = new Server('127.0.0.1');
    $server->handle('/', function ($request, $response) use (&$proxy) {
        try {
            $proxy->pass($request, $response);
        } catch (Exception $error) {
            $response->status(502);
            $response->end($error->getMessage());
        }
    });
    go(fn() => $server->start());
    $port = $server->port;

    foreach (['/style.css', '/a%20b.txt', '/in.css', '/', '/index.php', '/nothing.css', '/.env', '/old.php.bak', '/out.txt', '/env.txt', '/folder', '/folder.d/', '/../secret.txt', '/%2e%2e/secret.txt', '/style.css%00.php'] as $target) ask($port, $target);
    ask($port, '/style.css', 'HEAD');
    ask($port, '/style.css', 'POST');

    echo "other roots\n";
    $proxy = new Proxy("127.0.0.1:$fpm->port");
    ask($port, "$root/www/style.css");
    $proxy = new Proxy("127.0.0.1:$fpm->port", '/nowhere');
    ask($port, '/index.php');
    $proxy = (new Proxy("127.0.0.1:$fpm->port", "$root/www"))->withStaticFileFilter(null);
    ask($port, '/style.css');
    $proxy->withStaticFileFilter(fn($request, $response) => $request->getDocumentUri() === '/own' && $response->end('own answer'));
    ask($port, '/own');
    ask($port, '/other');

    echo "answers\n";
    $answers = [
        "Status: 404 Gone Fishing\r\nX: a\r\nSet-Cookie: a=1; path=/\r\nSet-Cookie: b=2\r\nX: b\r\n\r\nno",
        "Transfer-Encoding: chunked\r\nConnection: upgrade\r\nKeep-Alive: x\r\nUpgrade: x\r\nTrailer: x\r\nContent-Length: 4\r\n\r\nbody",
        "Status: 302\r\nLocation: /there\r\n\r\n",
        "Status: 204\r\n\r\n",
        "X: a\rSet-Cookie: evil=1\r\n\r\nno",
    ];
    foreach ($answers as $text) {
        $answer = fn() => $text;
        ask($port, '/');
    }
    $answer = fn() => "Content-Length: 10\r\n\r\n";
    ask($port, '/', 'HEAD');
    $fpm->shutdown();
    $server->shutdown();
});
array_map(unlink(...), [...glob("$root/www/*.*"), "$root/www/.env", "$root/secret.txt"]);
rmdir("$root/www/folder");
rmdir("$root/www");
rmdir($root);
?>
--EXPECT--
GET /style.css => HTTP/1.1 200 OK
Content-Type: text/css
Content-Length: 3

css
GET /a%20b.txt => HTTP/1.1 200 OK
Content-Type: text/plain
Content-Length: 6

spaces
GET /in.css => HTTP/1.1 200 OK
Content-Type: text/css
Content-Length: 3

css
GET / => HTTP/1.1 200 OK
Content-Type: text/plain
Content-Length: 14

GET /index.php
GET /index.php => HTTP/1.1 200 OK
Content-Type: text/plain
Content-Length: 14

GET /index.php
GET /nothing.css => HTTP/1.1 404 Not Found
Content-Type: text/html
Content-Length: 0


GET /.env => HTTP/1.1 404 Not Found
Content-Type: text/html
Content-Length: 0


GET /old.php.bak => HTTP/1.1 404 Not Found
Content-Type: text/html
Content-Length: 0


GET /out.txt => HTTP/1.1 404 Not Found
Content-Type: text/html
Content-Length: 0


GET /env.txt => HTTP/1.1 404 Not Found
Content-Type: text/html
Content-Length: 0


GET /folder => HTTP/1.1 200 OK
Content-Type: text/plain
Vary: Accept-Encoding
Content-Length: 21

GET /folder/index.php
GET /folder.d/ => HTTP/1.1 200 OK
Content-Type: text/plain
Vary: Accept-Encoding
Content-Length: 23

GET /folder.d/index.php
GET /../secret.txt => HTTP/1.1 400 Bad Request
Content-Type: text/html
Content-Length: 0


GET /%2e%2e/secret.txt => HTTP/1.1 400 Bad Request
Content-Type: text/html
Content-Length: 0


GET /style.css%00.php => HTTP/1.1 400 Bad Request
Content-Type: text/html
Content-Length: 0


HEAD /style.css => HTTP/1.1 200 OK
Content-Type: text/css
Content-Length: 3


POST /style.css => HTTP/1.1 404 Not Found
Content-Type: text/html
Content-Length: 0


other roots
GET ROOT/www/style.css => HTTP/1.1 404 Not Found
Content-Type: text/html
Content-Length: 0


GET /index.php => HTTP/1.1 200 OK
Content-Type: text/plain
Content-Length: 14

GET /index.php
GET /style.css => HTTP/1.1 200 OK
Content-Type: text/plain
Content-Length: 14

GET /style.css
GET /own => HTTP/1.1 200 OK
Content-Type: text/html
Content-Length: 10

own answer
GET /other => HTTP/1.1 200 OK
Content-Type: text/plain
Vary: Accept-Encoding
Content-Length: 20

GET /other/index.php
answers
GET / => HTTP/1.1 404 Gone Fishing
Content-Type: text/html
X: a, b
Set-Cookie: a=1; path=/
Set-Cookie: b=2
Content-Length: 2

no
GET / => HTTP/1.1 200 OK
Content-Type: text/html
Content-Length: 4

body
GET / => HTTP/1.1 302 Found
Content-Type: text/html
Location: /there
Content-Length: 0


GET / => HTTP/1.1 204 No Content


GET / => HTTP/1.1 502 Bad Gateway
Content-Type: text/html
Vary: Accept-Encoding
Content-Length: 67

The FastCGI server sent a malformed field: X: a\rSet-Cookie: evil=1
HEAD / => HTTP/1.1 200 OK
Content-Type: text/html
Content-Length: 10


