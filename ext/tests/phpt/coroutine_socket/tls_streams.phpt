--TEST--
Socket: TLS with PHP's streams at the other end, also in the middle of a connection
--EXTENSIONS--
openssl
sockets
--FILE--
<?php
require __DIR__ . '/tls.inc';
use Swoole\Coroutine;
use Swoole\Coroutine\Socket;
use function Swoole\Coroutine\run;

$certificates = new Certificates;
$authority = $certificates->issue('authority', authority: true)['ssl_cert_file'];
$server = $certificates->issue('localhost', 'authority');
run(function () use ($authority, $server) {
    // Theirs is the server.
    $context = stream_context_create(['ssl' => ['local_cert' => $server['ssl_cert_file'], 'local_pk' => $server['ssl_key_file']]]);
    $listener = stream_socket_server('tcp://127.0.0.1:0', $code, $message, STREAM_SERVER_BIND | STREAM_SERVER_LISTEN, $context);
    Coroutine::create(function () use ($listener) {
        $peer = stream_socket_accept($listener);
        fwrite($peer, "ready\n");
        $line = fgets($peer);
        echo "asked: $line";
        fwrite($peer, "go\n");
        stream_socket_enable_crypto($peer, true, STREAM_CRYPTO_METHOD_TLS_SERVER);
        while (($line = fgets($peer)) !== false) fwrite($peer, strrev(rtrim($line)) . "\n");
        echo "the client has left\n";
    });
    $client = new Socket(AF_INET, SOCK_STREAM);
    $client->connect('localhost', (int) explode(':', stream_socket_get_name($listener, false))[1]);
    echo $client->recvLine();
    $client->sendAll("STARTTLS\n");
    echo $client->recvLine();
    $client->setProtocol(['ssl_cafile' => $authority]);
    var_dump($client->sslHandshake());
    $client->sendAll("hello\n");
    echo $client->recvLine();
    $client->sendAll(str_repeat('x', 100000) . "\n");
    var_dump(strlen($client->recvAll(100001)));
    $client->close();

    // Theirs is the client.
    $ours = tls_listener($server);
    tls_serve($ours, function (Socket $peer, bool $shaken) {
        while (($line = $peer->recvLine()) !== '' && $line !== false) $peer->sendAll(strtoupper($line));
        echo "the stream has ended\n";
    });
    $context = stream_context_create(['ssl' => ['cafile' => $authority, 'peer_name' => 'localhost']]);
    $stream = stream_socket_client('tls://127.0.0.1:' . port_of($ours), $code, $message, 5, STREAM_CLIENT_CONNECT, $context);
    fwrite($stream, "hello\n");
    echo fgets($stream);
    fwrite($stream, str_repeat('y', 100000) . "\n");
    var_dump(strlen(stream_get_contents($stream, 100001)));
    fclose($stream);
});
?>
--EXPECT--
ready
asked: STARTTLS
go
bool(true)
olleh
int(100001)
the client has left
HELLO
int(100001)
the stream has ended
