--TEST--
Every class of the API exists without autoload and is listed and reflected as one of the extension; nothing is compiled for that
--FILE--
<?php
require __DIR__ . '/differences.inc';
use function Tern\Internal\loaded_classes;

function compiled(): array
{
    return array_filter(loaded_classes(), fn($name) => str_starts_with((string) (new ReflectionClass($name))->getFileName(), 'tern:'));
}

spl_autoload_register(function (string $name) { echo "autoloader: $name\n"; });
$missing = array_filter(Tern\Api\rows('differences.txt'), fn($row) => str_contains($row, ': missing'));
$is_missing = fn($line) => array_filter($missing, fn($row) => Tern\Api\matches(preg_split('/ {2,}/', $row)[0], "$line: missing")) !== [];
$declared = array_map(strtolower(...), array_merge(get_declared_classes(), get_declared_traits(), get_declared_interfaces()));
$extension = array_map(strtolower(...), (new ReflectionExtension('swoole'))->getClassNames());
$count = 0;
foreach (array_unique(Tern\Api\rows('published.txt')) as $line) {
    if (!preg_match('/^(?:(?:final|abstract) )?(class|trait|alias) (\S+)/', $line, $parts)) continue;
    [, $kind, $name] = $parts;
    if ($is_missing("$kind $name")) continue;
    ++$count;
    $exists = [class_exists($name, false), trait_exists($name, false), interface_exists($name, false), enum_exists($name, false)];
    if ($exists !== [$kind !== 'trait', $kind === 'trait', false, false]) echo "$name: ", json_encode($exists), "\n";
    if (class_exists("\\$name") !== $exists[0]) echo "\\$name\n";
    if (!in_array(strtolower($name), $declared)) echo "$name is not declared\n";
    if (!in_array(strtolower($name), $extension)) echo "$name is not of the extension\n";
}
echo $count > 140 ? 'compiled: ' . implode(' ', compiled()) : "$count classes", "\n";
echo count($declared) - count(array_unique($declared)), ' twice in the list, ', count($extension) - count(array_unique($extension)), " twice in the extension\n";

$classes = (new ReflectionExtension('swoole'))->getClasses();
var_dump(array_map(strtolower(...), array_keys($classes)) === $extension);
foreach ($classes as $name => $class) {
    $origin = [$class->isInternal(), $class->isUserDefined(), $class->getExtensionName(), $class->getExtension()->name];
    if ($origin !== [true, false, 'swoole', 'swoole']) echo "$name: ", json_encode($origin), "\n";
    foreach ($class->getMethods() as $method) {
        if (!$method->isInternal() || $method->isUserDefined()) echo "$method->class::$method->name()\n";
    }
}
?>
--EXPECT--
compiled: 
0 twice in the list, 0 twice in the extension
bool(true)
