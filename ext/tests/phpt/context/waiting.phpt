--TEST--
Contexts: reports about coroutines that wait name the context
--EXTENSIONS--
opcache
--INI--
opcache.enable_cli=1
opcache.file_update_protection=0
--FILE--
<?php
use Swoole\Coroutine as Co;
use Tern\Context;

Co\run(function () {
    $context = Context::fresh();
    $waiting = go(fn () => $context->run(fn () => Co::yield()));
    $other = go(fn () => Co::yield());
    foreach (Tern\Coroutine::listWaiting() as $one) {
        echo $one['cid'] === $waiting ? 'in the context' : 'outside', ': ', $one['context'] ?? 'none', "\n";
    }
    Co::resume($waiting);
    Co::resume($other);
});
Co\run(function () {
    $context = Context::fresh();
    $context->run(fn () => Co::yield());
});
?>
--EXPECTF--
in the context: 1
outside: none
Deadlock: nothing can wake these coroutines (1) any more.
coroutine %d in context 1, waits for resume()
%A
