--TEST--
Socket: TLS whose other side is silent, speaks something else, or goes in the middle
--EXTENSIONS--
openssl
sockets
--FILE--
<?php
require __DIR__ . '/tls.inc';
use Swoole\Coroutine;
use Swoole\Coroutine\Channel;
use Swoole\Coroutine\Socket;
use function Swoole\Coroutine\run;

$certificates = new Certificates;
$server = $certificates->issue('example.org');
function tell(string $what, Socket $socket, mixed $result): void
{
    echo "$what: ", json_encode($result), $result === false ? " $socket->errCode $socket->errMsg" : '', "\n";
}
run(function () use ($server) {
    $listener = tls_listener($server);
    $port = port_of($listener);

    $silent = tls_client([]);
    tell('silent', $silent, $silent->connect('127.0.0.1', $port, 0.01));
    tell('before', $silent, $silent->send('x'));
    // The handshake goes on where it was.
    $peer = $listener->accept();
    $done = new Channel(1);
    Coroutine::create(function () use ($peer, $done) {
        tell('late', $peer, $peer->sslHandshake());
        $done->push(true);
    });
    tell('again', $silent, $silent->sslHandshake());
    $done->pop();
    $silent->send('hello');
    tell('after', $peer, $peer->recv());

    // It ends without a word of TLS: for another socket of the same connection it is plain.
    $raw = Socket::import($silent);
    $raw->shutdown(1);
    tell('ended', $peer, $peer->recv());
    tell('ended', $peer, $peer->checkLiveness());
    $peer->send('late');
    tell('still', $silent, $silent->recv());
    $peer->close();
    tell('closed', $silent, $silent->recv());
    $raw->close();
    $silent->close();

    foreach (["not TLS at all\r\n", ''] as $bytes) {
        $client = new Socket(AF_INET, SOCK_STREAM);
        $client->connect('127.0.0.1', $port);
        $peer = $listener->accept();
        if ($bytes !== '') $client->send($bytes); else $client->close();
        tell('server', $peer, $peer->sslHandshake());
        tell('server', $peer, $peer->send('x'));
        $peer->close();
        $client->isClosed() || $client->close();
    }

    $plain = new Socket(AF_INET, SOCK_STREAM);
    $plain->bind('127.0.0.1');
    $plain->listen();
    Coroutine::create(function () use ($plain) {
        foreach (["HTTP/1.1 400 Bad Request\r\n\r\n", ''] as $bytes) {
            $peer = $plain->accept();
            $peer->recv();
            if ($bytes !== '') $peer->send($bytes);
            $peer->close();
        }
        // Bytes of before the handshake, which nobody protected.
        $peer = $plain->accept();
        $peer->send("220 ready\r\ninjected");
        $peer->recv();
        $peer->close();
    });
    for ($i = 0; $i < 2; ++$i) {
        $client = tls_client([]);
        tell('client', $client, $client->connect('127.0.0.1', port_of($plain)));
        $client->close();
    }
    $client = new Socket(AF_INET, SOCK_STREAM);
    $client->connect('127.0.0.1', port_of($plain));
    tell('line', $client, $client->recvLine());
    tell('injected', $client, $client->sslHandshake());
    $client->close();

    // Somebody else reads.
    $client = new Socket(AF_INET, SOCK_STREAM);
    $client->connect('127.0.0.1', $port);
    $peer = $listener->accept();
    Coroutine::create(fn () => tell('reader', $client, $client->recv()));
    try {
        $client->sslHandshake();
    } catch (Error $error) {
        echo strtok($error->getMessage(), "\n"), "\n";
    }
    $client->cancel();
    // A handshake is cancelled, and its socket closed.
    $done = new Channel;
    Coroutine::create(function () use ($client, $done) {
        tell('cancelled', $client, $client->sslHandshake());
        tell('closed', $client, $client->sslHandshake());
        $done->push(true);
    });
    $client->cancel();
    $client->close();
    $done->pop();

    $unix = new Socket(AF_UNIX, SOCK_DGRAM);
    tell('unix datagrams', $unix, $unix->sslHandshake());
});
?>
--EXPECTF--
silent: false 110 Connection timed out
before: false 1011 TLS is not ready
again: true
late: true
after: "hello"
ended: ""
ended: false 104 Connection reset by peer
still: "late"
closed: ""
server: false 1018 TLS handshake failed: wrong version number
server: false 1011 TLS is not ready: wrong version number
server: false 104 Connection reset by peer
server: false 1011 TLS is not ready
client: false 1018 TLS handshake failed: wrong version number
client: false 104 Connection reset by peer
line: "220 ready\r"
injected: false 1016 TLS protocol error: there are unread bytes from before it
Socket#%d has already been bound to another coroutine#%d, reading of the same socket in coroutine#%d at the same time is not allowed
reader: false 125 Operation canceled
cancelled: false 125 Operation canceled
closed: false 125 Operation canceled
unix datagrams: false 91 Protocol wrong type for socket
