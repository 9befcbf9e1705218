--TEST--
Coroutine\FastCGI\Client: addresses, and values that are none
--FILE--
<?php
require __DIR__ . '/peer.inc';
use Swoole\Coroutine\FastCGI\Client;

final class Shown extends Client
{
    public function tell(): string { return json_encode([$this->af === AF_UNIX ? 'unix' : ($this->af === AF_INET6 ? 'IPv6' : 'IPv4'), $this->host, $this->port, $this->ssl], JSON_UNESCAPED_SLASHES); }
}

foreach (['127.0.0.1:9000', 'fpm:9000', 'tcp://fpm:9000', 'tcp://fpm:9000/', '[::1]:9000', 'tcp://[::1]:9000', 'unix:/run/a b.sock', 'unix:///run/fpm.sock', 'unix://run/fpm.sock', '/run/fpm.sock'] as $url) {
    tell(fn() => $url . ' ' . (new Shown(...Client::parseUrl($url)))->tell());
}
foreach (['', 'unix:', ':9000', 'http://h:1/path', "h\n:1", 'h:123456', 'a b:1'] as $url) tell(fn() => json_encode(Client::parseUrl($url)));
tell(fn() => (new Shown('h', 1, true))->tell());
tell(fn() => (new Shown('127.0.0.1:9000', 9001))->tell());
foreach ([['h', 0], ['h', 65536], ['h', -1], ['', 1], ['unix:'], ["unix:/a\0b"], ['fpm']] as $given) tell(fn() => (new Shown(...$given))->tell());
foreach ([0, -1, '1', 1.5] as $most) tell(fn() => (new Client('h', 1))->set(['package_max_length' => $most]));
var_dump((new Client('h', 1))->set(['package_max_length' => 1, 'timeout' => 1]), (new Client('h', 1))->set([]));
?>
--EXPECT--
127.0.0.1:9000 ["IPv4","127.0.0.1",9000,false]
fpm:9000 ["IPv4","fpm",9000,false]
tcp://fpm:9000 ["IPv4","fpm",9000,false]
tcp://fpm:9000/ ["IPv4","fpm",9000,false]
[::1]:9000 ["IPv6","::1",9000,false]
tcp://[::1]:9000 ["IPv6","::1",9000,false]
unix:/run/a b.sock ["unix","/run/a b.sock",0,false]
unix:///run/fpm.sock ["unix","/run/fpm.sock",0,false]
unix://run/fpm.sock ["unix","/run/fpm.sock",0,false]
/run/fpm.sock ["unix","/run/fpm.sock",0,false]
InvalidArgumentException 0: The address of a FastCGI server is host:port or unix:/path, '' given
InvalidArgumentException 0: The address of a FastCGI server is host:port or unix:/path, 'unix:' given
InvalidArgumentException 0: The address of a FastCGI server is host:port or unix:/path, ':9000' given
InvalidArgumentException 0: The address of a FastCGI server is host:port or unix:/path, 'http://h:1/path' given
InvalidArgumentException 0: The address of a FastCGI server is host:port or unix:/path, 'h
:1' given
InvalidArgumentException 0: The address of a FastCGI server is host:port or unix:/path, 'h:123456' given
InvalidArgumentException 0: The address of a FastCGI server is host:port or unix:/path, 'a b:1' given
["IPv4","h",1,true]
["IPv4","127.0.0.1",9000,false]
ValueError 0: Swoole\Coroutine\FastCGI\Client::__construct(): Argument #2 ($port) must be between 1 and 65535, 0 given
ValueError 0: Swoole\Coroutine\FastCGI\Client::__construct(): Argument #2 ($port) must be between 1 and 65535, 65536 given
ValueError 0: Swoole\Coroutine\FastCGI\Client::__construct(): Argument #2 ($port) must be between 1 and 65535, -1 given
ValueError 0: Swoole\Coroutine\FastCGI\Client::__construct(): Argument #1 ($host) must be a name, an address or unix:/path
ValueError 0: Swoole\Coroutine\FastCGI\Client::__construct(): Argument #1 ($host) must be a name, an address or unix:/path
ValueError 0: Swoole\Coroutine\FastCGI\Client::__construct(): Argument #1 ($host) must be a name, an address or unix:/path
ValueError 0: Swoole\Coroutine\FastCGI\Client::__construct(): Argument #2 ($port) must be between 1 and 65535, 0 given
1
1
TypeError 0: Swoole\Coroutine\FastCGI\Client::set(): Argument #1 ($settings) option "package_max_length" must be of type int, string given
TypeError 0: Swoole\Coroutine\FastCGI\Client::set(): Argument #1 ($settings) option "package_max_length" must be of type int, float given
bool(true)
bool(true)
