--TEST--
Library: an application that cannot be prepared, as max_coroutine is reached, leaves its place to the next request
--FILE--
<?php
use Tern\Internal\Framework\Application\Handler;
use Tern\Internal\Framework\Application\HandlerPool;
use Tern\Internal\Framework\Application\PoolLimits;

final class Spent implements Handler
{
    private bool $spent = false;

    public function respond($request, $response): void { $this->spent = true; echo "handled\n"; }
    public function isSpent(): bool { return $this->spent; }
    public function reset(): void {}
}

Co::set(['max_coroutine' => 1]);
Co\run(function () {
    $pool = new HandlerPool(new Spent, fn() => new Spent, new PoolLimits(1, 1, 0));
    for ($n = 0; $n < 3; ++$n) $pool->respond(new Swoole\Http\Request, new Swoole\Http\Response);
});
?>
--EXPECTF--
handled
%A
handled
%A
handled
%A
