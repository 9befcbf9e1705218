--TEST--
Tern\Http\Response and EventStream: outside of a server there is nothing to watch and nobody to send to
--FILE--
<?php
$response = new Swoole\Http\Response;
var_dump(Tern\Http\Response::onAbort($response, fn () => null));
var_dump(@Tern\Http\Response::earlyHints($response, ['</a>; rel=preload']));
var_dump(Tern\Internal\on_leave(fn () => null));
try {
    new Tern\Http\EventStream($response);
} catch (Error $e) {
    echo get_class($e), ': ', $e->getMessage(), "\n";
}
?>
--EXPECT--
bool(false)
bool(false)
bool(false)
Error: Tern\Http\EventStream::__construct(): the head of the response was sent, or it has ended
