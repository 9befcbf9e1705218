--TEST--
Contexts: class_alias() of classes, interfaces and enumerations with static values
--EXTENSIONS--
opcache
--FILE--
<?php
require __DIR__ . '/rows.inc';
check_row(<<<'PHP'
<?php
class Real
{
    public static array $values = ['real'];

    public static function count(): int
    {
        static $n = 0;
        return ++$n;
    }
}
interface Marker
{
    const TEXT = 'marked ' . PHP_INT_SIZE;
}
enum Choice: string
{
    case Yes = 'y';
    case No = 'n';
}
class_alias('Real', 'Early');
function program(string $name): array
{
    $own = "Own$name";
    class_alias('Real', $own);
    class_alias('Real', 'Vendor\\Late');
    pause();
    class_alias('Marker', 'MarkerAlias');
    class_alias('Choice', 'ChoiceAlias');
    Early::$values[] = $name;
    pause();
    $own::$values[] = 'by its own name';
    eval('class Extends_' . $name . ' extends Vendor\\Late implements MarkerAlias { public static $more = 1; }');
    $child = "Extends_$name";
    pause();
    ++$child::$more;
    $seen = [Real::$values, Vendor\Late::$values === $child::$values, Early::count(), $own::count(), Real::count(), $child::count(), $child::count(), $child::$more];
    pause();
    $seen[] = [new Early() instanceof Real, (new $child()) instanceof Marker, $child::TEXT, ChoiceAlias::Yes === Choice::from('y'), get_class(new $own()),
        unserialize(serialize(new Vendor\Late())) instanceof Early, class_exists('Ownann', false), class_exists('Ownbob', false), (new ReflectionClass($own))->getName()];
    pause();
    $seen[] = [@class_alias('Real', 'Early'), is_a(new $child(), 'vendor\late'), ChoiceAlias::tryFrom('n')?->name, Real::$values];
    return $seen;
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
