--TEST--
Tern\Internal\Semaphore: places in the order of arrival, also after exceptions, and of several processes
--FILE--
<?php
use Swoole\Coroutine as Co;
use Tern\Internal\Semaphore;
use Tern\Internal\SharedPlaces;
use function Swoole\Coroutine\run;

/** Takes a place, or waits for one. */
function acquire(Semaphore $places, float $timeout = 0): bool
{
    return $places->tryAcquire() || $places->wait($timeout) !== false;
}

function numbers(Semaphore $places): string
{
    return "$places->used of $places->limit, {$places->count()} wait\n";
}

function works(Semaphore $places, string $name): int
{
    return Co::create(function () use ($places, $name) {
        try {
            acquire($places);
            try {
                echo "$name has a place\n";
                Co::sleep(0.001);
                $name === 'b' && throw new Exception("$name fails");
            } finally {
                $places->release();
            }
        } catch (Exception $exception) {
            echo $exception->getMessage(), "\n";
        }
    });
}

run(function () {
    echo "-- in the order of arrival\n";
    $places = new Semaphore(2);
    $all = array_map(fn (string $name) => works($places, $name), ['a', 'b', 'c', 'd', 'e']);
    echo numbers($places);
    Co::cancel($all[3], true);
    var_dump($places->tryAcquire());
    Co::join($all);
    echo numbers($places);

    echo "-- a released place is never free while others wait\n";
    $places = new class(1) extends Semaphore {
        protected function report(): void
        {
            echo "  ", numbers($this);
        }
    };
    acquire($places);
    $next = Co::create(function () use ($places) {
        acquire($places);
        echo "handed on\n";
        Co::yield();
    });
    $places->release();
    var_dump($places->tryAcquire(), acquire($places, 0.001));
    Co::resume($next);

    echo "-- what has a place is handed with it\n";
    $places = new Semaphore(1);
    acquire($places);
    Co::create(function () use ($places) {
        var_dump($places->wait(0));
        $places->release();
    });
    $places->hand(new ArrayObject());
    echo numbers($places);

    echo "-- several who wait although places are free\n";
    $places = new Semaphore(2);
    $waits = function (string $name) use ($places) {
        $places->wait(0);
        echo "$name has a place\n";
    };
    foreach (['a', 'b', 'c'] as $name) {
        Co::create($waits, $name);
    }
    $places->serve();
    echo numbers($places);
    $places->release();

    echo "-- of several processes\n";
    $shared = new SharedPlaces(1);
    [$here, $there] = [new Semaphore(9, $shared), new Semaphore(9, $shared)];
    var_dump($here->tryAcquire(), $there->tryAcquire(), acquire($there, 0.03));
    echo numbers($there);
    $first = Co::create(fn () => print(json_encode(acquire($there, 10)) . " first\n"));
    $second = Co::create(fn () => print(json_encode(acquire($there, 0.06)) . " second\n"));
    $here->release();  // tells the other semaphore nothing
    Co::join([$first, $second]);
    echo numbers($here), numbers($there), $shared->taken(), "\n";
    $there->release();
    echo $shared->taken(), "\n";
});
?>
--EXPECT--
-- in the order of arrival
a has a place
b has a place
2 of 2, 3 wait
Coroutine was canceled
bool(false)
c has a place
e has a place
b fails
0 of 2, 0 wait
-- a released place is never free while others wait
  1 of 1, 0 wait
  1 of 1, 1 wait
  1 of 1, 0 wait
handed on
  1 of 1, 1 wait
  1 of 1, 0 wait
bool(false)
bool(false)
-- what has a place is handed with it
object(ArrayObject)#6 (1) {
  ["storage":"ArrayObject":private]=>
  array(0) {
  }
}
0 of 1, 0 wait
-- several who wait although places are free
a has a place
b has a place
2 of 2, 1 wait
c has a place
-- of several processes
bool(true)
bool(false)
bool(false)
0 of 9, 0 wait
true first
false second
0 of 9, 0 wait
1 of 9, 0 wait
1
0
