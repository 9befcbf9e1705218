--TEST--
Coroutine\Server: TLS, also beside clients that never shake hands
--EXTENSIONS--
openssl
--FILE--
<?php
require __DIR__ . '/../coroutine_socket/tls.inc';
use Swoole\Coroutine\Server;
use Swoole\Coroutine\Server\Connection;
use Swoole\Coroutine\Socket;

$certificates = new Certificates;
$authority = $certificates->issue('authority', authority: true);
$files = $certificates->issue('localhost', 'authority');
Co\run(function () use ($authority, $files) {
    $server = new Server('127.0.0.1', 0, true);
    $server->handle(function (Connection $connection) {
        while (($data = $connection->recv()) !== '' && $data !== false) {
            $connection->send(strtoupper($data));
        }
        echo "the client has left\n";
    });
    try {
        $server->start();
    } catch (Swoole\Exception $exception) {
        echo $exception->getMessage(), "\n";
    }
    $server->set($files + ['open_eof_split' => true, 'package_eof' => "\n"]);
    go(fn () => var_dump($server->start()));

    // One that says nothing, and one that knows no TLS.
    $silent = new Socket(AF_INET, SOCK_STREAM);
    $silent->connect('127.0.0.1', $server->port);
    $plain = new Socket(AF_INET, SOCK_STREAM);
    $plain->connect('127.0.0.1', $server->port);
    $plain->send("GET / HTTP/1.0\r\n\r\n");
    // OpenSSL 3.2 and later leave most of that unread, and the kernel resets the connection (104) when the server closes it.
    while (($data = $plain->recv()) !== '' && $data !== false);
    var_dump($data === '' || $plain->errCode === 104);

    $client = tls_client(['ssl_cafile' => $authority['ssl_cert_file']]);
    var_dump($client->connect('localhost', $server->port), $client->send("one\ntwo\n"), $client->recvLine(), $client->recvLine());
    $client->close();
    $silent->close();
    $server->shutdown();
});
?>
--EXPECT--
TLS needs ssl_cert_file: see set()
bool(true)
bool(true)
int(8)
string(4) "ONE
"
string(4) "TWO
"
bool(true)
the client has left
