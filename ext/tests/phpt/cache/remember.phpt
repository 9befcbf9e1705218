--TEST--
Tern\Cache::remember() makes a value once
--FILE--
<?php
use Swoole\Coroutine;
use Swoole\Coroutine\Channel;

$cache = new Tern\Cache(1 << 20);
var_dump($cache->remember('k', null, fn () => 'made'), $cache->remember('k', null, fn () => 'again'));

function waiting(array &$ids): void
{
    foreach ($ids as $id) {
        if (!Coroutine::exists($id)) {
            throw new Exception("$id does not wait");
        }
    }
}

Co\run(function () use ($cache) {
    echo "others wait\n";
    $gate = new Channel();
    $made = 0;
    $results = [];
    $ids = [];
    foreach (range(0, 9) as $i) {
        $ids[] = go(function () use ($cache, $gate, &$made, &$results) {
            $results[] = $cache->remember('slow', 60, function () use ($gate, &$made) {
                $gate->pop();
                return ++$made;
            });
        });
    }
    waiting($ids);
    $gate->push(true);
    echo json_encode($results), "\n";

    echo "who fails leaves it to the next\n";
    $results = [];
    foreach (range(0, 2) as $i) {
        go(function () use ($cache, $gate, $i, &$results) {
            try {
                $results[] = $cache->remember('failing', 60, function () use ($gate, $i) {
                    $gate->pop();
                    return $i < 1 ? throw new Exception("$i failed") : "by $i";
                });
            } catch (Exception $exception) {
                $results[] = $exception->getMessage();
            }
        });
    }
    $gate->push(true);
    echo json_encode($results), "\n";
    $gate->push(true);
    echo json_encode($results), "\n";

    echo "what is deleted meanwhile is not kept, what is set stays\n";
    go(fn () => $results[] = $cache->remember('stale', 60, fn () => $gate->pop() ? 'stale' : ''));
    $cache->delete('stale');
    $gate->push(true);
    var_dump($cache->has('stale'));
    go(function () use ($cache, $gate) {
        echo $cache->remember('stale', 60, fn () => $gate->pop() ? 'stale' : ''), "\n";
    });
    $cache->set('stale', 'fresh');
    $gate->push(true);
    var_dump($cache->get('stale'));

    echo "waits can be cancelled, the making as well\n";
    $maker = go(function () use ($cache, $gate) {
        try {
            $cache->remember('cancelled', 60, fn () => $gate->pop());
        } catch (Coroutine\CanceledException) {
            echo "maker cancelled\n";
        }
    });
    $waiter = go(function () use ($cache) {
        try {
            $cache->remember('cancelled', 60, fn () => 'never');
        } catch (Coroutine\CanceledException $exception) {
            echo $exception->getMessage(), "\n";
        }
    });
    go(function () use ($cache) {
        echo $cache->remember('cancelled', 60, fn () => 'by the next'), "\n";
    });
    Coroutine::cancel($waiter);
    Coroutine::cancel($maker, true);

    echo "not inside of itself\n";
    try {
        $cache->remember('self', 60, fn () => $cache->remember('self', 60, fn () => 1));
    } catch (LogicException $exception) {
        echo $exception->getMessage(), "\n";
    }
    var_dump($cache->has('self'));
});
?>
--EXPECT--
string(4) "made"
string(4) "made"
others wait
[1,1,1,1,1,1,1,1,1,1]
who fails leaves it to the next
["0 failed"]
["0 failed","by 1","by 1"]
what is deleted meanwhile is not kept, what is set stays
bool(false)
stale
string(5) "fresh"
waits can be cancelled, the making as well
The wait for a value of the cache was cancelled
by the next
maker cancelled
not inside of itself
The value of "self" is being made: it cannot be waited for here
bool(false)
