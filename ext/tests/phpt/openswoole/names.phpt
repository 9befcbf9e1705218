--TEST--
tern.openswoole: every class, function and constant of Swoole has its OpenSwoole name
--INI--
tern.openswoole=1
--FILE--
<?php
// The names that begin with the first and have no counterpart that begins with the second.
function without_counterpart(array $names, string $first, string $second): array
{
    $folded = array_map('strtolower', $names);
    $missing = [];
    foreach ($names as $name) {
        if (str_starts_with($name, $first) && !in_array(strtolower($second . substr($name, strlen($first))), $folded)) {
            $missing[] = $name;
        }
    }
    return $missing;
}

$functions = get_defined_functions()['internal'];
$constants = get_defined_constants();
foreach (get_declared_classes() as $class) {
    if (str_starts_with($class, 'Swoole\\') && !is_a("Open$class", $class, true)) {
        echo "$class\n";
    }
}
var_dump(without_counterpart($functions, 'swoole_', 'openswoole_'));
var_dump(without_counterpart($functions, 'swoole\\', 'openswoole\\'));
var_dump(without_counterpart(array_keys($constants), 'SWOOLE_', 'OPENSWOOLE_'));
foreach ($constants as $name => $value) {
    if (str_starts_with($name, 'SWOOLE_') && $value !== $constants["OPEN$name"]) {
        echo "OPEN$name: ", var_export($constants["OPEN$name"], true), "\n";
    }
}
var_dump(openswoole_version(), openswoole_cpu_num() === swoole_cpu_num());
var_dump((string) new ReflectionParameter('openswoole_timer_tick', 0) === (string) new ReflectionParameter('swoole_timer_tick', 0));
var_dump(extension_loaded('openswoole'), extension_loaded('swoole'));
OpenSwoole\Coroutine\run(function () { echo "in a coroutine\n"; });
co::run(function () { go(fn() => print("in another\n")); });
?>
--EXPECT--
array(0) {
}
array(0) {
}
array(0) {
}
OPENSWOOLE_VERSION: '26.2.0'
OPENSWOOLE_VERSION_ID: 260200
OPENSWOOLE_MAJOR_VERSION: 26
OPENSWOOLE_RELEASE_VERSION: 0
string(6) "26.2.0"
bool(true)
bool(true)
bool(false)
bool(true)
in a coroutine
in another
