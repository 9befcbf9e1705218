--TEST--
Coroutine\Http\Client: the field Host, the usual ports, IPv6 and unix sockets; hosts and ports that cannot be
--FILE--
<?php
require __DIR__ . '/serve.inc';
use Swoole\Coroutine\Http\Client;

foreach ([['example.org'], ['example.org', 0, true], ['example.org', 8080], ['::1', 81], ['[::1]', 443, true], ['unix:/a', 0]] as $at) {
    $client = new Client(...$at);
    echo "$client->host $client->port ", var_export($client->ssl, true), "\n";
}
Co\run(function () {
    $path = sys_get_temp_dir() . '/tern-http-' . getmypid() . '.sock';
    foreach (["unix:$path", '::1'] as $host) {
        $server = echoing($host);
        foreach ($host === '::1' ? ['::1', '[::1]'] : ["unix:$path", 'unix://' . ltrim($path, '/')] as $name) {
            $client = new Client($name, $server->port);
            $client->set(['http_compression' => false]);
            outcome($client->get('/'), $client);
            show($server, $client->body);
        }
        $server->shutdown();
    }
    @unlink($path);
});
foreach ([[''], ['http://example.org'], ["a\r\nb"], ['a b'], ['user@host'], ['example.org', -1], ['example.org', 65536]] as $wrong) {
    try {
        new Client(...$wrong);
        echo "nothing\n";
    } catch (Client\Exception $error) {
        echo json_encode($error->getMessage()), ' ', $error->getCode(), "\n";
    }
}
?>
--EXPECT--
example.org 80 false
example.org 443 true
example.org 8080 false
::1 81 false
[::1] 443 true
unix:/a 0 false
ok 200 0  connected
GET / HTTP/1.1
Host: localhost
Connection: keep-alive


ok 200 0  connected
GET / HTTP/1.1
Host: localhost
Connection: keep-alive


ok 200 0  connected
GET / HTTP/1.1
Host: [::1]:PORT
Connection: keep-alive


ok 200 0  connected
GET / HTTP/1.1
Host: [::1]:PORT
Connection: keep-alive


"host must be a name, an address or unix:\/path, '' given" 22
"host must be a name, an address or unix:\/path, 'http:\/\/example.org' given" 22
"host must be a name, an address or unix:\/path, 'a\r\nb' given" 22
"host must be a name, an address or unix:\/path, 'a b' given" 22
"host must be a name, an address or unix:\/path, 'user@host' given" 22
"port must be between 0 and 65535, -1 given" 22
"port must be between 0 and 65535, 65536 given" 22
