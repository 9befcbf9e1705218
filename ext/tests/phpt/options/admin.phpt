--TEST--
admin and admin_token: what they may be
--FILE--
<?php
$server = new Swoole\Http\Server('127.0.0.1', 0);
$tries = [
    'admin' => ['', '127.0.0.1:9600', '0.0.0.0:0', '[::1]:9600', 'localhost:9600', 'unix:/run/app.sock', 'unix:app.sock', 'unix:/' .
        str_repeat('x', 200), '9600', '127.0.0.1', '127.0.0.1:65536', '127.0.0.1:-1', '127.0.0.1:', '127.0.0.1:96x', '::1:9600',
        'example.org:80', "127.0.0.1:80\0", 9600],
    'admin_token' => ['', str_repeat('x', 16), 'A-Za-z0-9._~+/==', str_repeat('x', 15), str_repeat('x', 256), "sixteen bytes\r\n...", 'sechzehn Zeichen'],
];
$tries['admin_hosts'] = [['app.example.org', 'app_1', 'a-b'], [''], ['app:80'], ['[::1]'], ['http://app'], ['*'], [str_repeat('x', 254)], 'app'];
foreach ($tries as $name => $values) {
    foreach ($values as $value) {
        try {
            $server->set([$name => $value]);
            echo $name, ' ', json_encode(is_array($value) ? $value : substr((string) $value, 0, 40)), ": ok\n";
        } catch (Error $error) {
            echo get_class($error), ' ', $error->getMessage(), "\n";
        }
    }
}
?>
--EXPECT--
admin "": ok
admin "127.0.0.1:9600": ok
admin "0.0.0.0:0": ok
admin "[::1]:9600": ok
admin "localhost:9600": ok
admin "unix:\/run\/app.sock": ok
ValueError Swoole\Server::set(): Argument #1 ($settings) option "admin" must be "unix:/path", or a numeric address or "localhost" with a port as in "127.0.0.1:9600", "unix:app.sock" given
ValueError Swoole\Server::set(): Argument #1 ($settings) option "admin" must be "unix:/path", or a numeric address or "localhost" with a port as in "127.0.0.1:9600", "unix:/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" given
ValueError Swoole\Server::set(): Argument #1 ($settings) option "admin" must be "unix:/path", or a numeric address or "localhost" with a port as in "127.0.0.1:9600", "9600" given
ValueError Swoole\Server::set(): Argument #1 ($settings) option "admin" must be "unix:/path", or a numeric address or "localhost" with a port as in "127.0.0.1:9600", "127.0.0.1" given
ValueError Swoole\Server::set(): Argument #1 ($settings) option "admin" must be "unix:/path", or a numeric address or "localhost" with a port as in "127.0.0.1:9600", "127.0.0.1:65536" given
ValueError Swoole\Server::set(): Argument #1 ($settings) option "admin" must be "unix:/path", or a numeric address or "localhost" with a port as in "127.0.0.1:9600", "127.0.0.1:-1" given
ValueError Swoole\Server::set(): Argument #1 ($settings) option "admin" must be "unix:/path", or a numeric address or "localhost" with a port as in "127.0.0.1:9600", "127.0.0.1:" given
ValueError Swoole\Server::set(): Argument #1 ($settings) option "admin" must be "unix:/path", or a numeric address or "localhost" with a port as in "127.0.0.1:9600", "127.0.0.1:96x" given
ValueError Swoole\Server::set(): Argument #1 ($settings) option "admin" must be "unix:/path", or a numeric address or "localhost" with a port as in "127.0.0.1:9600", "::1:9600" given
ValueError Swoole\Server::set(): Argument #1 ($settings) option "admin" must be "unix:/path", or a numeric address or "localhost" with a port as in "127.0.0.1:9600", "example.org:80" given
ValueError Swoole\Server::set(): Argument #1 ($settings) option "admin" must be "unix:/path", or a numeric address or "localhost" with a port as in "127.0.0.1:9600", "127.0.0.1:80" given
ValueError Swoole\Server::set(): Argument #1 ($settings) option "admin" must be "unix:/path", or a numeric address or "localhost" with a port as in "127.0.0.1:9600", "9600" given
admin_token "": ok
admin_token "xxxxxxxxxxxxxxxx": ok
admin_token "A-Za-z0-9._~+\/==": ok
ValueError Swoole\Server::set(): Argument #1 ($settings) option "admin_token" must have at least 16 bytes, "xxxxxxxxxxxxxxx" given
ValueError Swoole\Server::set(): Argument #1 ($settings) option "admin_token" must be at most 255 bytes long, 256 given
ValueError Swoole\Server::set(): Argument #1 ($settings) option "admin_token" must have letters, digits and -._~+/= only, "sixteen bytes
..." given
ValueError Swoole\Server::set(): Argument #1 ($settings) option "admin_token" must have letters, digits and -._~+/= only, "sechzehn Zeichen" given
admin_hosts ["app.example.org","app_1","a-b"]: ok
ValueError Swoole\Server::set(): Argument #1 ($settings) each element of option "admin_hosts" must be a host name without a port, as "app.example.org", "" given
ValueError Swoole\Server::set(): Argument #1 ($settings) each element of option "admin_hosts" must be a host name without a port, as "app.example.org", "app:80" given
ValueError Swoole\Server::set(): Argument #1 ($settings) each element of option "admin_hosts" must be a host name without a port, as "app.example.org", "[::1]" given
ValueError Swoole\Server::set(): Argument #1 ($settings) each element of option "admin_hosts" must be a host name without a port, as "app.example.org", "http://app" given
ValueError Swoole\Server::set(): Argument #1 ($settings) each element of option "admin_hosts" must be a host name without a port, as "app.example.org", "*" given
ValueError Swoole\Server::set(): Argument #1 ($settings) option "admin_hosts" must be at most 253 bytes long, 254 given
TypeError Swoole\Server::set(): Argument #1 ($settings) option "admin_hosts" must be array of string, "app" given
