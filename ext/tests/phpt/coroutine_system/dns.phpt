--TEST--
System: gethostbyname, getaddrinfo, dnsLookup
--FILE--
<?php
require 'system.inc';
use Swoole\Coroutine as Co;
use Swoole\Coroutine\System;
Co\run(function () {
    var_dump(System::gethostbyname('localhost'), System::dnsLookup('localhost'), Co::gethostbyname('127.0.0.2'));
    echo json_encode(System::getaddrinfo('localhost')), json_encode(System::getaddrinfo('127.0.0.1', service: '80')), "\n";
    var_dump(System::gethostbyname('::1', AF_INET6), System::dnsLookup('0:0:0:0:0:0:0:1', 1, AF_INET6));
    foreach ([fn () => System::gethostbyname('::1'), fn () => System::getaddrinfo('127.0.0.1', AF_INET6), fn () => System::dnsLookup(str_repeat('a', 2000)),
              fn () => System::getaddrinfo('localhost', service: 'no-such-service-at-all')] as $call) {
        var_dump($call(), swoole_last_error() === SWOOLE_ERROR_DNSLOOKUP_RESOLVE_FAILED);
    }
    foreach ([fn () => System::gethostbyname(''), fn () => System::gethostbyname("a\0"), fn () => System::gethostbyname('localhost', 77), fn () => System::dnsLookup('localhost', 1, 0)] as $call) {
        try { $call(); } catch (ValueError $e) { echo $e->getMessage(), "\n"; }
    }
    var_dump(swoole_clear_dns_cache());
});
?>
--EXPECTF--
string(9) "127.0.0.1"
string(9) "127.0.0.1"
string(9) "127.0.0.2"
["127.0.0.1"]["127.0.0.1"]
string(3) "::1"
string(3) "::1"
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)

Warning: Swoole\Coroutine\System::gethostbyname(): Argument #1 ($domain_name) cannot be empty in %s on line %d
Swoole\Coroutine\System::gethostbyname(): Argument #1 ($domain_name) must not contain any null bytes

Warning: Swoole\Coroutine\System::gethostbyname(): Argument #2 ($type) must be AF_INET or AF_INET6 in %s on line %d

Warning: Swoole\Coroutine\System::dnsLookup(): Argument #3 ($type) must be AF_INET or AF_INET6 in %s on line %d
NULL
