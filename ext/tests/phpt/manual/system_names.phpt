--TEST--
Manual: Host names: gethostbyname(), getaddrinfo(), dnsLookup(); statvfs()
--FILE--
<?php
use Swoole\Coroutine\System;
use function Swoole\Coroutine\run;

run(function () {
    var_dump(System::gethostbyname('localhost', AF_INET, 5));
    var_dump(System::getaddrinfo('localhost', AF_INET, SOCK_STREAM, STREAM_IPPROTO_TCP, 'http', 5));
    var_dump(System::dnsLookup('127.0.0.1', 5));
    var_dump(System::gethostbyname('this.name.is.invalid', AF_INET, 5), swoole_last_error() >= SWOOLE_ERROR_DNSLOOKUP_RESOLVE_FAILED);
    var_dump(array_keys(System::statvfs('/')) === ['bsize', 'frsize', 'blocks', 'bfree', 'bavail', 'files', 'ffree', 'favail', 'fsid', 'flag', 'namemax']);
});
?>
--EXPECT--
string(9) "127.0.0.1"
array(1) {
  [0]=>
  string(9) "127.0.0.1"
}
string(9) "127.0.0.1"
bool(false)
bool(true)
bool(true)
