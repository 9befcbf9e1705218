<?php
// What Tern has, in another thread.
start_thread(<<<'PHP'
    $all = [
        'server' => fn() => new Swoole\Http\Server('127.0.0.1', 0),
        'coroutine' => fn() => Co\run(fn() => print('ran')),
        'channel' => fn() => new Swoole\Coroutine\Channel(1),
        'timer' => fn() => Swoole\Timer::after(1, fn() => print('ran')),
        'function' => fn() => go(fn() => print('ran')),
        'library' => fn() => new Swoole\Coroutine\WaitGroup(),
    ];
    foreach ($all as $name => $use) {
        try {
            $use();
            echo "$name: nothing thrown\n";
        } catch (Throwable $thrown) {
            echo "$name: ", get_class($thrown), ': ', $thrown->getMessage(), "\n";
        }
    }
PHP);
join_thread();
Co\run(function () {
    $channel = new Co\Channel(1);
    go(fn() => $channel->push('the first thread goes on'));
    echo $channel->pop(), "\n";
});
