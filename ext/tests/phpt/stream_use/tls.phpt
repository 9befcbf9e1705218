--TEST--
Streams: TLS connections that are closed while other coroutines wait in calls with them
--EXTENSIONS--
openssl
--ENV--
USE_ZEND_ALLOC=0
MALLOC_PERTURB_=165
--FILE--
<?php
require __DIR__ . '/cases.inc';
require __DIR__ . '/../coroutine_socket/tls.inc';
use Swoole\Coroutine\Channel;

$certificates = new Certificates;
$files = $certificates->issue('localhost');
$context = stream_context_create(['ssl' => [
    'local_cert' => $files['ssl_cert_file'],
    'local_pk' => $files['ssl_key_file'],
    'verify_peer' => false,
    'verify_peer_name' => false,
]]);
$server = stream_socket_server('ssl://127.0.0.1:0', $code, $text, STREAM_SERVER_BIND | STREAM_SERVER_LISTEN, $context);
$name = stream_socket_get_name($server, false);

run([
    'a connection' => function () use ($server, $name, $context) {
        $accepted = new Channel(1);
        go(fn() => $accepted->push(stream_socket_accept($server, 10)));
        $here = stream_socket_client("ssl://$name", $code, $text, 10, STREAM_CLIENT_CONNECT, $context);
        $there = $accepted->pop();
        fwrite($here, "line\n");
        show('peer', fgets($there));
        go(fn() => show('fgets', @fgets($here)));
        show('fclose', fclose($here));
        show('peer', fgets($there), feof($there));  // it was told: no error
    },
    'a handshake' => function () {
        $plain = stream_socket_server('tcp://127.0.0.1:0');
        $here = stream_socket_client('tcp://' . stream_socket_get_name($plain, false));
        $there = stream_socket_accept($plain);
        go(fn() => show('handshake', @stream_socket_enable_crypto($here, true, STREAM_CRYPTO_METHOD_TLS_CLIENT)));
        show('fclose', fclose($here), strlen(stream_get_contents($there)) > 0, feof($there));
    },
]);
?>
--EXPECT--
-- a connection
peer: "line\n"
fclose: true
peer: false true
fgets: false
-- a handshake
fclose: true true true
handshake: false
