--TEST--
What makes a lazy object may wait; until it is made, another coroutine finds it without its properties
--SKIPIF--
<?php if (PHP_VERSION_ID < 80400) die('skip needs PHP 8.4'); ?>
--FILE--
<?php
class Settings
{
    public function __construct(public readonly string $name) {}
}

Co\run(function () {
    $settings = (new ReflectionClass(Settings::class))->newLazyGhost(function (Settings $ghost) {
        Co::yield();
        $ghost->__construct('made');
    });
    $maker = go(fn() => print("$settings->name\n"));
    try {
        echo $settings->name;
    } catch (Error $error) {
        echo $error->getMessage(), "\n";
    }
    Co::resume($maker);
    echo $settings->name, "\n";
});
?>
--EXPECT--
Typed property Settings::$name must not be accessed before initialization
made
made
