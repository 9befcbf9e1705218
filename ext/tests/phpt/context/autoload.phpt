--TEST--
Contexts: autoload functions and what they load
--EXTENSIONS--
opcache
--FILE--
<?php
require __DIR__ . '/rows.inc';
check_row(<<<'PHP'
<?php
class Loader
{
    public array $asked = [];

    public function __construct(private string $name) {}

    public function load(string $class): void
    {
        $this->asked[] = $class;
        if (str_starts_with($class, 'Made')) {
            eval("class $class { public static \$by = '$this->name'; }");
        }
    }
}
function program(string $name): array
{
    $loader = new Loader($name);
    spl_autoload_register([$loader, 'load']);
    spl_autoload_register($second = function (string $class) use ($name, &$asked) { $asked[] = "$name $class"; });
    spl_autoload_register([$loader, 'load']);
    pause();
    $seen = [MadeOne::$by, class_exists('Unknown'), count(spl_autoload_functions()), spl_autoload_functions()[0][0] === $loader];
    pause();
    spl_autoload_unregister($second);
    $seen[] = [MadeTwo::$by, class_exists('Unknown2'), $loader->asked, $asked, count(spl_autoload_functions()), spl_autoload_unregister($second)];
    spl_autoload_call('MadeThree');
    pause();
    return [...$seen, class_exists('MadeThree', false)];
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
