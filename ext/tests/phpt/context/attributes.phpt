--TEST--
Contexts: attributes and reflection
--EXTENSIONS--
opcache
--FILE--
<?php
require __DIR__ . '/rows.inc';
check_row(<<<'PHP'
<?php
#[Attribute]
class Route
{
    public static int $made = 0;

    public function __construct(public string $path)
    {
        ++self::$made;
    }
}
class Controller
{
    public static string $name = 'none';

    #[Route('/home')]
    public function home(self|string $one = new Route('/default')): string
    {
        return self::$name;
    }
}
function program(string $name): array
{
    Controller::$name = $name;
    $method = new ReflectionMethod('Controller', 'home');
    pause();
    $route = $method->getAttributes()[0]->newInstance();
    pause();
    $default = $method->getParameters()[0]->getDefaultValue();
    (new ReflectionClass('Controller'))->setStaticPropertyValue('name', "$name again");
    pause();
    return [$route->path, Route::$made, $default->path, $method->invoke(new Controller(), ''), (new ReflectionProperty('Route', 'made'))->getValue()];
}
PHP);
?>
--EXPECT--
no JIT, fresh: the same
no JIT, copy: the same
function JIT, fresh: the same
function JIT, copy: the same
tracing JIT, fresh: the same
tracing JIT, copy: the same
