--TEST--
An autoloader that waits: others who need that class wait for it
--FILE--
<?php
$waits = [];
$loader = function (string $class) use (&$waits) {
    echo "[", Co::getCid() - $GLOBALS['first'], "] loads $class\n";
    $waits[$class][] = Co::getCid();
    Co::yield();
    $GLOBALS['action']($class);
};
spl_autoload_register($loader);
function define_class(string $class): void { eval("class $class { }"); }
// Starts each in a coroutine, then resumes the loaders of the classes in that order.
function race(string $name, callable $action, array $bodies, array $order): void {
    global $waits;
    echo "$name\n";
    Co\run(function () use ($action, $bodies, $order, &$waits) {
        $waits = [];
        [$GLOBALS['first'], $GLOBALS['action']] = [Co::getCid(), $action];
        foreach ($bodies as $i => $body) {
            $GLOBALS['ids'][$i] = go(function () use ($body, $i) {
                try { $result = json_encode($body()); } catch (Throwable $e) { $result = get_class($e) . ': ' . $e->getMessage(); }
                echo "[", $i + 1, "] $result\n";
            });
        }
        foreach ($order as $class) is_string($class) ? Co::resume(array_shift($waits[$class])) : $class();
    });
}
$new = fn ($class) => fn () => get_class(new $class);
race('several wait for one', define_class(...), [$new('One'), $new('One'), fn () => class_exists('One'), fn () => is_subclass_of('One', 'One')], ['One']);
race('it is not found: each asks for itself', fn () => null, [fn () => class_exists('Missing'), $new('Missing')], ['Missing', 'Missing']);
race('the loader throws', function ($class) { static $n = 0; $n++ === 0 ? throw new Exception('no disk') : define_class($class); }, [$new('Two'), $new('Two')], ['Two', 'Two']);
race('the loader asks for its own class', function ($class) { var_dump(class_exists($class)); define_class($class); }, [$new('Three'), $new('Three')], ['Three']);
race('two that need each other end as one would', function ($class) {
    echo json_encode(class_exists($class === 'Four' ? 'Five' : 'Four')), " in $class\n";
    define_class($class);
}, [$new('Four'), $new('Five')], ['Four', 'Five']);
race('one within another', fn ($class) => $class === 'Six' ? eval('class Six extends Seven { }') : define_class($class),
    [$new('Six'), $new('Seven'), $new('Six')], ['Six', 'Seven']);
race('a wait is cancelled', define_class(...), [$new('Eight'), $new('Eight'), $new('Eight')],
    [fn () => Co::cancel($GLOBALS['ids'][1]), fn () => Co::cancel($GLOBALS['ids'][2], true), 'Eight']);
race('in a destructor, which may not wait up to PHP 8.3', define_class(...), [$new('Nine'), function () {
    new class { public function __destruct() { echo PHP_VERSION_ID < 80400 && class_exists('Nine') ? "waited\n" : "has no class\n"; } };
}], ['Nine']);
?>
--EXPECTF--
several wait for one
[1] loads One
[2] "One"
[3] true
[4] false
[1] "One"
it is not found: each asks for itself
[1] loads Missing
[2] loads Missing
[1] false
[2] Error: Class "Missing" not found
the loader throws
[1] loads Two
[2] loads Two
[1] Exception: no disk
[2] "Two"
the loader asks for its own class
[1] loads Three
bool(false)
[2] "Three"
[1] "Three"
two that need each other end as one would
[1] loads Four
[2] loads Five
false in Five
true in Four
[1] "Four"
[2] "Five"
one within another
[1] loads Six
[2] loads Seven
[3] "Six"
[1] "Six"
[2] "Seven"
a wait is cancelled
[1] loads Eight
[2] Error: Class "Eight" not found
[3] Swoole\Coroutine\CanceledException: Coroutine was canceled
[1] "Eight"
in a destructor, which may not wait up to PHP 8.3
[1] loads Nine
has no class
[2] null
[1] "Nine"
