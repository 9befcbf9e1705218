--TEST--
Coroutine\FastCGI\Client: over TLS, both ways at the same time
--EXTENSIONS--
openssl
--FILE--
<?php
require __DIR__ . '/peer.inc';
require __DIR__ . '/../coroutine_socket/tls.inc';
use Swoole\Coroutine\FastCGI\Client;
use Swoole\FastCGI\Record\{EndRequest, Stdout};

const SIZE = 8 << 20;

$all = new Certificates();
$all->issue('authority', authority: true);
$own = $all->issue('server', 'authority', 'DNS:localhost');

Co\run(function () use ($own) {
    $server = serve(function ($socket) use ($own) {
        $socket->setProtocol($own);
        if (!$socket->sslHandshake()) return;
        $socket->sendAll((string) new Stdout("X: y\r\n\r\n"));
        foreach (str_split(str_repeat('o', SIZE), 65535) as $part) $socket->sendAll((string) new Stdout($part));
        $socket->sendAll(new Stdout(' ' . strlen(receive($socket)->body)) . new EndRequest());
    });
    tell(function () use ($server) {
        $body = (new Client('localhost', $server->port, true))->execute(page()->withMethod('POST')->withBody(str_repeat('i', SIZE)), 60)->getBody();
        return strlen($body) . substr($body, -10);
    });
    $server->shutdown();
});
?>
--EXPECT--
8388616oo 8388608
