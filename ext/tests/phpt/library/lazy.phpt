--TEST--
Library: nothing is loaded before it is used; every way to use a class loads it; the program's autoloaders are not asked
--FILE--
<?php
namespace App\Deep;

spl_autoload_register(function ($class) { echo "autoloader: $class\n"; });

function loaded(): string
{
    $names = array_filter(\Tern\Internal\loaded_classes(), fn ($class) => str_starts_with((string) (new \ReflectionClass($class))->getFileName(), 'tern:'));
    $names = array_filter($names, fn ($class) => !str_starts_with($class, 'co\\'));  // the short names
    return implode(' ', $names) . "\n";
}

echo 'before: ', loaded();
var_dump(class_exists('Swoole\Coroutine\WaitGroup', false), 1 instanceof \Swoole\Coroutine\WaitGroup);
echo 'asked without loading: ', loaded();
class Kid extends \Swoole\Coroutine\WaitGroup {}
echo 'extends: ', loaded();
var_dump(\swoole\COROUTINE\barrier::make() instanceof \Swoole\Coroutine\Barrier);
echo 'static call: ', loaded();
var_dump(unserialize('O:26:"Swoole\Coroutine\Scheduler":0:{}')::class);
echo 'unserialize: ', loaded();
var_dump(class_exists('\Tern\Internal\Latch'));
echo 'class_exists: ', loaded();
var_dump(\Swoole\Coroutine\batch([]));
echo 'function: ', loaded();
var_dump(class_exists('Swoole\Nothing'), class_exists('Swoole\Coroutine\WaitGroupe'), class_exists('Co\Nothing'), class_exists('Tern\Nothing'), class_exists('Swoole'), class_exists('Zzz'));
var_dump((new Kid(3))->count());
?>
--EXPECT--
before: 
bool(true)
bool(false)
asked without loading: 
extends: Swoole\Coroutine\WaitGroup
bool(true)
static call: Swoole\Coroutine\WaitGroup Swoole\Coroutine\Barrier
string(26) "Swoole\Coroutine\Scheduler"
unserialize: Swoole\Coroutine\WaitGroup Swoole\Coroutine\Barrier Swoole\Coroutine\Scheduler
bool(true)
class_exists: Swoole\Coroutine\WaitGroup Swoole\Coroutine\Barrier Swoole\Coroutine\Scheduler Tern\Internal\Latch
array(0) {
}
function: Swoole\Coroutine\WaitGroup Swoole\Coroutine\Barrier Swoole\Coroutine\Scheduler Tern\Internal\Latch Tern\Internal\Tasks
autoloader: Swoole\Nothing
autoloader: Swoole\Coroutine\WaitGroupe
autoloader: Co\Nothing
autoloader: Tern\Nothing
autoloader: Swoole
autoloader: Zzz
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
int(3)
