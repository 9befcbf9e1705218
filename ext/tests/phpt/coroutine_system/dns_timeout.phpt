--TEST--
Coroutine\System: the errors of lookups whose time is over, or whose name does not exist
--FILE--
<?php
use Swoole\Coroutine\System;
// Which of the two comes first is not known here.
Co\run(function () {
    var_dump(System::getaddrinfo('tern.invalid', timeout: 0.000001), in_array(swoole_last_error(), [SWOOLE_ERROR_CO_TIMEDOUT, SWOOLE_ERROR_DNSLOOKUP_RESOLVE_FAILED]));
    var_dump(System::dnsLookup('tern.invalid', 0.000001), swoole_last_error() === SWOOLE_ERROR_DNSLOOKUP_RESOLVE_FAILED);
});
?>
--EXPECT--
bool(false)
bool(true)
bool(false)
bool(true)
