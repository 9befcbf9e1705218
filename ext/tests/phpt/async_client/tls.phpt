--TEST--
Async\Client: TLS from the start, later on, and with a certificate that is not trusted
--EXTENSIONS--
openssl
--FILE--
<?php
require __DIR__ . '/../client/serve.inc';
require __DIR__ . '/../coroutine_socket/tls.inc';
use Swoole\Async\Client;

$all = new Certificates();
$authority = $all->issue('authority', authority: true)['ssl_cert_file'];
$files = $all->issue('server', 'authority', 'DNS:localhost');
$secure = function ($connection) use ($files): bool {
    foreach (['local_cert' => $files['ssl_cert_file'], 'local_pk' => $files['ssl_key_file'], 'verify_peer' => false] as $option => $value) {
        stream_context_set_option($connection, 'ssl', $option, $value);
    }
    return @stream_socket_enable_crypto($connection, true, STREAM_CRYPTO_METHOD_TLS_SERVER) === true;
};
$server = serve(fn($connection) => $secure($connection) && echo_back($connection));
$upgrading = serve(function ($connection) use ($secure) {
    fwrite($connection, 'go ahead');
    $secure($connection) && echo_back($connection);
});

function talk(int $type, int $port, array $settings, Closure $receive): void
{
    $client = new Client($type);
    $client->set($settings);
    $client->on('connect', fn(Client $client) => $type & SWOOLE_SSL ? $client->send('hello') : 0);
    $client->on('receive', $receive);
    $client->on('error', fn(Client $client) => print("error $client->errCode\n"));
    $client->on('close', fn() => print("closed\n"));
    $client->connect('localhost', $port, 30);
    Swoole\Event::wait();
}

$show = function (Client $client, string $data) {
    echo "$data\n";
    $client->close();
};
$trust = ['ssl_verify_peer' => true, 'ssl_cafile' => $authority, 'ssl_host_name' => 'localhost'];
talk(SWOOLE_SOCK_TCP | SWOOLE_SSL, $server, $trust, $show);
talk(SWOOLE_SOCK_TCP | SWOOLE_SSL, $server, ['ssl_cafile' => __FILE__] + $trust, $show);
foreach ([$trust, ['ssl_host_name' => 'other.test'] + $trust] as $settings) {
    talk(SWOOLE_SOCK_TCP, $upgrading, $settings, function (Client $client, string $data) use ($show) {
        echo "$data\n";
        $client->on('receive', $show);
        var_dump($client->enableSSL(function (Client $client) {
            echo "secure\n";
            $client->send('secret');
        }));
    });
}
?>
--EXPECTF--
hello
closed
error %d
go ahead
bool(true)
secure
secret
closed
go ahead
bool(true)
error %d
closed
