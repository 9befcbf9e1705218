<?php
// Several waits at once within one request: three parts of 0.3 s each take 0.3 s together.
//   curl http://127.0.0.1:9501/
use Swoole\Coroutine;
use Swoole\Http\Server;

/**
 * Runs the tasks as coroutines and returns their results, in order, when all have ended.
 *
 * @return array<mixed>
 */
function together(callable ...$tasks): array
{
    $results = array_fill_keys(array_keys($tasks), null);
    $left = count($tasks);
    $caller = Coroutine::getCid();
    /** @var bool $waiting */
    $waiting = false;
    foreach ($tasks as $key => $task) {
        Coroutine::create(function () use ($key, $task, $caller, &$results, &$left, &$waiting) {
            try {
                $results[$key] = $task();
            } finally {
                if (--$left === 0 && $waiting) {
                    Coroutine::resume($caller);
                }
            }
        });
    }
    if ($left > 0) {
        $waiting = true;
        Coroutine::yield();
    }
    return $results;
}

$server = new Server('127.0.0.1', 9501);
$server->set(['worker_num' => 1]);

$server->on('request', function ($request, $response) {
    $started = microtime(true);
    $part = function (string $name): callable {
        return function () use ($name) {
            Coroutine::sleep(0.3);  // stands for a query
            return $name;
        };
    };
    $parts = together($part('user'), $part('orders'), $part('news'));
    $response->header('Content-Type', 'application/json');
    $response->end(json_encode(['parts' => $parts, 'seconds' => round(microtime(true) - $started, 2)], JSON_THROW_ON_ERROR));
});

$server->start();
