--TEST--
Coroutine::cancel: the wait returns false or throws, in nested coroutines, and again
--FILE--
<?php
require __DIR__ . '/../server.inc';
$server = start_server(<<<'PHP'
use Swoole\Coroutine as Co;
$server->on('request', function ($request, $response) {
    $said = [];
    $say = function (string $what) use (&$said) { $said[] = $what; };
    $one = Co::create(function () use ($say) { $say('yield: ' . json_encode(Co::yield()) . ' ' . swoole_last_error()); });
    $say(json_encode([Co::cancel($one), Co::cancel($one), swoole_last_error() === SWOOLE_ERROR_CO_NOT_EXISTS]));
    $one = Co::create(function () use ($say) { $say('sleep: ' . json_encode(Co::sleep(1000))); });
    Co::cancel($one);
    $one = Co::create(function () use ($say) {
        try {
            try { Co::sleep(1000); } finally { $say('finally'); }
        } catch (Co\CanceledException $e) {
            $say(get_class($e) . ': ' . $e->getMessage() . ' ' . ($e->getCode() === SWOOLE_ERROR_CO_CANCELED ? 'ok' : $e->getCode()));
        }
        $say('second wait: ' . json_encode(Co::yield()));
    });
    $say(json_encode(Co::cancel($one, true)));
    $say(json_encode(Co::resume($one)));
    // Cancelled by its own child, while it is the parent of who cancels it: it does not wait.
    $parent = Co::create(function () use ($say) {
        $own = Co::getCid();
        Co::create(function () use ($own, $say) { $say('of the parent: ' . json_encode([Co::cancel($own), @Co::resume($own)])); });
        $say('parent: ' . json_encode(Co::cancel(Co::getCid())));
    });
    // Deep inside: generator, array_map, native Fiber, destructor.
    $one = Co::create(function () use ($say) {
        $generator = (function () use ($say) { try { yield 1; yield Co::yield(); } finally { $say('generator finally'); } })();
        foreach ($generator as $value) $say('generator: ' . json_encode($value));
    });
    Co::cancel($one, true);
    $one = Co::create(function () use ($say) {
        $fiber = new Fiber(function () use ($say) {
            $say('fiber gets ' . Fiber::suspend('value'));
            try { Co::yield(); } finally { $say('fiber finally'); }
        });
        $say('fiber gives ' . $fiber->start());
        try { $fiber->resume('back'); } catch (Exception $e) { $say('out of the fiber: ' . get_class($e)); }
    });
    Co::cancel($one, true);
    $one = Co::create(function () use ($say) {
        $object = new class($say) {
            public function __construct(private $say) {}
            public function __destruct() {
                $say = $this->say;
                $child = Co::create(function () use ($say) { $say('child of a destructor: ' . json_encode(Co::yield())); });
                Co::resume($child);
            }
        };
    });
    foreach ([fn () => Co::cancel(12345), fn () => @Co::resume(12345), fn () => Co::sleep(0.00001), fn () => Co::sleep(0), fn () => @Co::sleep(-1), fn () => @Co::sleep(NAN), fn () => @Co::sleep(1e300), fn () => Co::create('nothing'), fn () => Co::getPcid(12345)] as $call) {
        try { $say(json_encode($call())); } catch (Throwable $e) { $say(get_class($e) . ': ' . $e->getMessage()); }
    }
    $response->end(implode("\n", $said));
});
PHP);
echo $server->get('/'), "\n";
echo preg_replace('/^\t(#.*|Stack trace:)\n/m', '', $server->stop());
?>
--EXPECT--
yield: false 10017
[true,false,true]
sleep: false
finally
Swoole\Coroutine\CanceledException: Coroutine was canceled ok
true
second wait: true
true
of the parent: [false,false]
parent: false
generator: 1
generator finally
fiber gives value
fiber gets back
fiber finally
out of the fiber: Swoole\Coroutine\CanceledException
child of a destructor: true
false
false
true
true
false
false
false
TypeError: Swoole\Coroutine::create(): Argument #1 ($func) must be a valid callback, function "nothing" not found or invalid function name
false
