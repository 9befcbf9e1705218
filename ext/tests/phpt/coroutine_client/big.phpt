--TEST--
Coroutine\Client: much data both ways, and files
--FILE--
<?php
require __DIR__ . '/serve.inc';
use Swoole\Coroutine\Client;

Co\run(function () {
    $path = sys_get_temp_dir() . '/tern-' . bin2hex(random_bytes(6));
    foreach ([SWOOLE_SOCK_TCP => '127.0.0.1', SWOOLE_SOCK_UNIX_STREAM => "unix:$path"] as $type => $host) {
        $server = serve(function ($socket) {
            $socket->setProtocol(['open_length_check' => true, 'package_body_offset' => 4, 'package_max_length' => 64 << 20]);
            while (($packet = $socket->recvPacket()) !== '' && $packet !== false) {
                $socket->sendAll($packet);
            }
        }, $host);
        $client = new Client($type);
        $client->set(['open_length_check' => true, 'package_body_offset' => 4, 'package_max_length' => 64 << 20, 'timeout' => 20]);
        var_dump($client->connect($type === SWOOLE_SOCK_TCP ? $host : $path, $server->port));
        $packet = pack('N', 10 << 20) . str_repeat(random_bytes(1024), 10 << 10);
        go(function () use ($client, $packet) {
            var_dump($client->send($packet) === strlen($packet));
        });
        var_dump($client->recv() === $packet);

        $file = tempnam(sys_get_temp_dir(), 'tern');
        file_put_contents($file, 'head' . $packet . 'tail');
        go(function () use ($client, $file, $packet) {
            var_dump($client->sendfile($file, 4, strlen($packet)));
        });
        var_dump($client->recv() === $packet);
        var_dump($client->sendfile("$file.none"), $client->errCode);
        unlink($file);
        $server->shutdown();
    }
    unlink($path);
});
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
int(2)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
int(2)
