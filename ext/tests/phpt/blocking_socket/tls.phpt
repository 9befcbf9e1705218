--TEST--
BlockingSocket: TLS outside of coroutines, and in a forked process
--EXTENSIONS--
openssl
pcntl
sockets
--FILE--
<?php
require __DIR__ . '/../coroutine_socket/tls.inc';
use Tern\Internal\BlockingSocket;

$certificates = new Certificates;
$authority = $certificates->issue('authority', authority: true)['ssl_cert_file'];
$server = $certificates->issue('localhost', 'authority');
$context = stream_context_create(['ssl' => ['local_cert' => $server['ssl_cert_file'], 'local_pk' => $server['ssl_key_file']]]);
$listener = stream_socket_server('tls://127.0.0.1:0', $code, $message, STREAM_SERVER_BIND | STREAM_SERVER_LISTEN, $context);
$pid = pcntl_fork();
if ($pid === 0) {
    $peer = stream_socket_accept($listener);
    while (($line = fgets($peer)) !== false) fwrite($peer, strrev(rtrim($line)) . "\n");
    exit(0);
}
$client = new BlockingSocket(AF_INET, SOCK_STREAM);
$client->setProtocol(['open_ssl' => true, 'ssl_cafile' => $authority]);
var_dump($client->connect('localhost', (int) explode(':', stream_socket_get_name($listener, false))[1]), $client->errMsg);
$client->sendAll("hello\n");
echo $client->recvLine();
var_dump($client->recv(10, 0.001), $client->errCode === SOCKET_ETIMEDOUT);

// A child that ends says nothing to the peer.
$child = pcntl_fork();
if ($child === 0) {
    $client->close();
    exit(0);
}
pcntl_waitpid($child, $status);
$client->sendAll("still there\n");
echo $client->recvLine();
$client->close();
pcntl_waitpid($pid, $status);
?>
--EXPECT--
bool(true)
string(0) ""
olleh
bool(false)
bool(true)
ereht llits
