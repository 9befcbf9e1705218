--TEST--
Coroutine\System: the errors of lookups whose time is over
--FILE--
<?php
use Swoole\Coroutine\System;
// A name server that never answers is not to be had here: one thread looks up names, and it is held up.
Co\run(function () {
    var_dump(System::getaddrinfo('tern.invalid', timeout: 0.000001), swoole_last_error() === SWOOLE_ERROR_CO_TIMEDOUT);
    var_dump(System::dnsLookup('tern.invalid', 0.000001), swoole_last_error() === SWOOLE_ERROR_DNSLOOKUP_RESOLVE_FAILED);
});
?>
--EXPECT--
bool(false)
bool(true)
bool(false)
bool(true)
