--TEST--
A subclass of Request may have property hooks and properties that others only read; no object of ours is lazy
--SKIPIF--
<?php if (PHP_VERSION_ID < 80400) die('skip needs PHP 8.4'); ?>
--FILE--
<?php
class Page extends Swoole\Http\Request
{
    public private(set) int $visits = 0;
    public string $path {
        get => $this->server['path_info'] . '?';
        set(string $value) {
            $this->server['path_info'] = $value;
            ++$this->visits;
        }
    }
}
$page = new Page();
$page->server = ['path_info' => '/'];
$page->path = '/news';
echo $page->path, ' ', $page->visits, "\n";
try {
    $page->visits = 7;
} catch (Error $error) {
    echo $error->getMessage(), "\n";
}
foreach ([Page::class, Swoole\Coroutine\Channel::class] as $class) {
    foreach (['newLazyGhost', 'newLazyProxy'] as $lazy) {
        try {
            (new ReflectionClass($class))->$lazy(fn() => null);
        } catch (Error $error) {
            echo $error->getMessage(), "\n";
        }
    }
}
?>
--EXPECT--
/news? 1
Cannot modify private(set) property Page::$visits from global scope
Cannot make instance of internal class lazy: Page inherits internal class Swoole\Http\Request
Cannot make instance of internal class lazy: Page inherits internal class Swoole\Http\Request
Cannot make instance of internal class lazy: Swoole\Coroutine\Channel is internal
Cannot make instance of internal class lazy: Swoole\Coroutine\Channel is internal
