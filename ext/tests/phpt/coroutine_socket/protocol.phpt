--TEST--
Socket: setProtocol() says what is wrong with its options
--EXTENSIONS--
sockets
--FILE--
<?php
$socket = new Swoole\Coroutine\Socket(AF_INET, SOCK_STREAM);
foreach ([
    ['package_length_type' => 'x'], ['package_length_type' => 'NN'], ['package_length_offset' => -1], ['package_body_offset' => 70000],
    ['package_eof' => ''], ['package_eof' => str_repeat('x', 65)], ['package_max_length' => 0], ['package_length_func' => 'no_function'],
    ['open_length_check' => true, 'open_eof_check' => true], ['ssl_protocols' => 256], ['ssl_protocols' => 1], ['ssl_alpn' => 'a,,b'],
    ['ssl_host_name' => "a\0b"], ['open_ssl' => []], ['ssl_verify_depth' => 101], ['open_lenght_check' => true], ['open_fastcgi_protocol' => true],
    ['open_ssl' => false, 'package_length_func' => null, 'package_max_length' => '8M'],
] as $settings) {
    try { var_dump($socket->setProtocol($settings)); } catch (Error $error) { echo $error->getMessage(), "\n"; }
}
// What it holds is found by the garbage collector.
$socket->setProtocol(['package_length_func' => fn () => $socket]);
$weak = WeakReference::create($socket);
$closure = function () use (&$closure) { return $closure; };
$closure = $closure->bindTo(new ArrayObject([$socket]));
$socket->setProtocol(['package_length_func' => $closure]);
unset($socket, $closure);
gc_collect_cycles();
var_dump($weak->get());
?>
--EXPECTF--
Swoole\Coroutine\Socket::setProtocol(): Argument #1 ($settings) option "package_length_type" must be a letter of pack(): one of c C s S n v l L N V q Q J P, "x" given
Swoole\Coroutine\Socket::setProtocol(): Argument #1 ($settings) option "package_length_type" must be a letter of pack(): one of c C s S n v l L N V q Q J P, "NN" given
Swoole\Coroutine\Socket::setProtocol(): Argument #1 ($settings) option "package_length_offset" must be between 0 and 65535, -1 given
Swoole\Coroutine\Socket::setProtocol(): Argument #1 ($settings) option "package_body_offset" must be between 0 and 65535, 70000 given
Swoole\Coroutine\Socket::setProtocol(): Argument #1 ($settings) option "package_eof" must not be empty, "" given
Swoole\Coroutine\Socket::setProtocol(): Argument #1 ($settings) option "package_eof" must be at most 64 bytes long, 65 given
bool(true)
Swoole\Coroutine\Socket::setProtocol(): Argument #1 ($settings) option "package_length_func" must be a callable, string given
Swoole\Coroutine\Socket::setProtocol(): Argument #1 ($settings) must have one of open_length_check and open_eof_check, not both
Swoole\Coroutine\Socket::setProtocol(): Argument #1 ($settings) option "ssl_protocols" must be between 0 and 255, 256 given
Swoole\Coroutine\Socket::setProtocol(): Argument #1 ($settings) must have one of SWOOLE_SSL_TLSv1, TLSv1_1, TLSv1_2, TLSv1_3 in ssl_protocols
Swoole\Coroutine\Socket::setProtocol(): Argument #1 ($settings) option "ssl_alpn" must be names of 1 to 255 bytes, separated by commas, "a,,b" given
Swoole\Coroutine\Socket::setProtocol(): Argument #1 ($settings) option "ssl_host_name" must not contain NUL bytes
Swoole\Coroutine\Socket::setProtocol(): Argument #1 ($settings) option "open_ssl" must be bool, array given
Swoole\Coroutine\Socket::setProtocol(): Argument #1 ($settings) option "ssl_verify_depth" must be between 0 and 100, 101 given
bool(true)
bool(true)
bool(true)
NULL
