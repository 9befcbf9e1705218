--TEST--
Library: questions about a class that is not loaded, beside classes of the program
--FILE--
<?php
namespace Swoole\Coroutine { final class Barrier {} }
namespace {
    use function Tern\Internal\loaded_classes;

    class Own extends Swoole\ConnectionPool { public function mine() {} }
    function is_loaded(string $name): bool { return in_array($name, loaded_classes(), true); }

    // A class of the program with a name of ours.
    $barrier = new ReflectionClass('Swoole\Coroutine\Barrier');
    var_dump($barrier->isInternal(), $barrier->isUserDefined(), $barrier->getExtension(), (new ReflectionMethod('Own', 'mine'))->isInternal());
    var_dump((new ReflectionObject(new Own(fn() => 1)))->isInternal(), (new ReflectionObject(new Swoole\StringObject('')))->isInternal());
    // Wrong arguments are the engine's errors.
    foreach ([fn() => class_exists(), fn() => class_exists('Swoole\Client', false, 1), fn() => class_exists('Swoole\Client', [])] as $wrong) {
        try { $wrong(); } catch (Error $error) { echo $error->getMessage(), "\n"; }
    }
    var_dump(class_exists('', false), class_exists('\\', false), class_exists('Swoole\\', false), class_exists('Co\Nothing', false));
    // Internal classes, and those that need a package, are not of the API.
    var_dump(class_exists('Tern\Internal\Latch', false), class_exists('Tern\Http\Psr18Client', false), class_exists('Tern\Cache', false));
    // An instance of a class that is not loaded cannot exist, and asking loads nothing.
    var_dump(new Own(fn() => 1) instanceof Swoole\Client, is_a(new Own(fn() => 1), 'Swoole\Client'), is_loaded('Swoole\Client'));
    var_dump(is_a('Swoole\Client', 'Swoole\Client', true), is_subclass_of('Swoole\Client\Exception', 'Swoole\Exception'), is_loaded('Swoole\Client'));
    // What needs the class itself loads it, with autoload or without.
    var_dump(class_implements('Swoole\ObjectProxy', false), class_parents('Swoole\Curl\Exception', false), class_uses('Swoole\Database\PDOProxy', false));
    var_dump(class_alias('Swoole\Buffer', 'Memory', false), (new Memory(8))->length);
    // A loaded class is listed once.
    $names = array_count_values(array_map(strtolower(...), get_declared_classes()));
    var_dump($names['swoole\client'], $names['swoole\buffer'], $names['swoole_buffer'], $names['swoole\coroutine\barrier'], max($names));
}
?>
--EXPECT--
bool(false)
bool(true)
NULL
bool(false)
bool(false)
bool(true)
class_exists() expects at least 1 argument, 0 given
class_exists() expects at most 2 arguments, 3 given
class_exists(): Argument #2 ($autoload) must be of type bool, array given
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(true)
bool(false)
bool(false)
bool(false)
bool(true)
bool(true)
bool(true)
array(0) {
}
array(2) {
  ["Swoole\Exception"]=>
  string(16) "Swoole\Exception"
  ["Exception"]=>
  string(9) "Exception"
}
array(0) {
}
bool(true)
int(0)
int(1)
int(1)
int(1)
int(1)
int(1)
