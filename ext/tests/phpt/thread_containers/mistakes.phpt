--TEST--
Thread\Map and its kin: values that cannot be shared, and code that runs while values are packed
--FILE--
<?php
use Swoole\Thread\{ArrayList, Barrier, Lock, Map};

function attempt(callable $call)
{
    try {
        var_dump($call());
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), ' ', $e->getCode(), "\n";
    }
}
$map = new Map;
$recursive = [1];
$recursive[] = &$recursive;
$deep = [];
for ($i = 0; $i < 200; ++$i) $deep = [$deep];
attempt(function () use ($map) { $map['closure'] = fn() => 1; });
attempt(function () use ($map) { $map['nested'] = [1, [2, fn() => 1]]; });
attempt(function () use ($map) { $map['resource'] = STDOUT; });
attempt(function () use ($map, $recursive) { $map['recursive'] = $recursive; });
attempt(function () use ($map, $deep) { $map['deep'] = $deep; });
attempt(fn() => new Map(['closure' => fn() => 1]));
attempt(fn() => new Barrier(1));
attempt(fn() => new Barrier(-1));
var_dump(count($map));

echo "reentrant\n";
class Reentrant
{
    public function __serialize(): array
    {
        global $map;
        $map['inner'] = str_repeat('i', 50);
        unset($map['outer']);
        return ['x' => $map['inner']];
    }

    public function __unserialize(array $data): void
    {
        global $map;
        $map['woken'] = $data['x'];
        $map->clean();
    }
}
$map['outer'] = new Reentrant;
var_dump($map->keys());
var_dump($map['outer'] instanceof Reentrant, count($map));
class Vanishing
{
    public function __serialize(): array
    {
        unset($GLOBALS['vanishing'], $GLOBALS['key'], $GLOBALS['object']);
        str_repeat('other', 20);
        return [];
    }
}
$vanishing = new Map;
$same = new Map(['map' => $vanishing]);
$key = str_repeat('key', 20);
$object = new Vanishing;
$vanishing[$key] = $object;
var_dump($same['map']->keys()[0] === str_repeat('key', 20), isset($vanishing));
$list = new ArrayList([new Reentrant, str_repeat('a', 100)]);
var_dump($list->toArray()[1] === str_repeat('a', 100));
class Failing
{
    public function __serialize(): array { return []; }
    public function __unserialize(array $data): void { throw new Exception('cannot be made'); }
}
$list = new ArrayList([1, new Failing, ['nested' => 1]]);
attempt(fn() => $list->toArray());
attempt(fn() => $list[1]);
var_dump($list[2]['nested']);
$lock = new Lock;
set_error_handler(function () use ($lock) {
    attempt(fn() => $lock->__construct());
    return true;
});
attempt(fn() => $lock->__construct(3.5));
$recursive = null;  // else it is a cycle, which stays
?>
--EXPECT--
Exception: Serialization of 'Closure' is not allowed 0
Exception: Serialization of 'Closure' is not allowed 0
Swoole\Exception: Resources cannot be in the memory of threads 507
Error: Arrays in the memory of threads have at most 128 levels 0
Error: Arrays in the memory of threads have at most 128 levels 0
Exception: Serialization of 'Closure' is not allowed 0
Swoole\Exception: The parameter $count must be greater than 1 and at most 65536 505
Swoole\Exception: The parameter $count must be greater than 1 and at most 65536 505
int(0)
reentrant
array(2) {
  [0]=>
  string(5) "inner"
  [1]=>
  string(5) "outer"
}
bool(true)
int(0)
bool(true)
bool(false)
bool(true)
Exception: cannot be made 0
Exception: cannot be made 0
int(1)
Error: Constructor of Swoole\Thread\Lock can only be called once 0
Error: Constructor of Swoole\Thread\Lock can only be called once 0
