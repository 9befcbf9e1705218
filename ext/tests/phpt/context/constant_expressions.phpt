--TEST--
Contexts: constants and defaults whose expressions use what each context has defined
--EXTENSIONS--
opcache
--FILE--
<?php
require __DIR__ . '/rows.inc';
$program = <<<'PHP'
<?php
namespace App {

const LOCAL = [1, 2, 'local'];
interface Shape
{
    const SIDES = \SIDES + 1;
    const ALL = [self::SIDES => NAME_OF, 'x' => self::SIDES * 2];
}
enum Kind: int
{
    case First = \SIDES;
    case Second = self::First->value + 100;
    const Default = self::Second;

    const TEXT = NAME_OF . ' kind';
}
class Options implements Shape
{
    public static array $defaults = ['sides' => self::SIDES, NAME_OF => LOCAL];
    public string $name = NAME_OF . '!';
    public array $kinds = [Kind::First, self::NESTED];
    const NESTED = ['of' => Kind::Default, 'all' => parent_of::ALL];
    final protected const HIDDEN = \SIDES ** 2;

    public function __construct(public readonly Kind $kind = Kind::First, public object $made = new Made(NAME_OF)) {}

    public static function default(int $sides = self::HIDDEN, array $more = [NAME_OF => Kind::TEXT]): array
    {
        static $first = [\SIDES, NAME_OF, self::class];
        $first[] = $sides;
        return [$first, $more, static::SIDES];
    }
}
class Child extends Options
{
    const SIDES = parent::SIDES * 10;
    public string $name = 'child ' . NAME_OF;
}
class parent_of
{
    const ALL = Shape::ALL + ['y' => \M_PI > 3 ? NAME_OF : null];
}
class Made
{
    public static int $count = \SIDES;

    public function __construct(public string $name)
    {
        ++self::$count;
    }
}
function by_default(string $name = NAME_OF . '?', ?Made $made = new Made('x' . NAME_OF)): array
{
    static $calls = \SIDES * 10;
    return [$name, $made->name, ++$calls];
}
function run(string $name): array
{
    define('SIDES', strlen($name) + ord($name[0]));
    pause();
    define('App\NAME_OF', $name);
    $seen = [];
    for ($i = 0; $i < 3; ++$i) {
        $seen[] = [Shape::SIDES, Kind::Second->value, Kind::from(SIDES)->name, Options::$defaults, Child::SIDES, LOCAL];
        pause();
        $options = new Options();
        $child = new Child(Kind::Default);
        $seen[] = [$options->name, $child->name, $options->kinds[0] === Kind::First, $options->kinds[1]['of'] === Kind::Second, $options->made->name, $child->kind->value];
        pause();
        Options::$defaults['sides'] += $i;
        $seen[] = [Options::default(), Child::default($i), by_default(), Made::$count, Child::ALL, parent_of::ALL, Kind::TEXT, \constant('App\Child::NESTED')['all']];
        pause();
        $seen[] = [(new \ReflectionClass(Child::class))->getConstants()['SIDES'], get_class_vars(Child::class)['name'], (new \ReflectionFunction('App\by_default'))->getParameters()[0]->getDefaultValue()];
    }
    return [...$seen, \defined('SIDES'), \defined('App\OTHER'), Options::$defaults];
}
}
namespace {
    function program(string $name): array
    {
        return App\run($name);
    }
}
PHP;
check_row($program, [], ['fresh']);
// An enumeration is not in opcache's memory, so its constants are evaluated once for all copies.
$program = strtr($program, ['case First = \SIDES;' => 'case First = 7;', 'Kind::from(SIDES)' => 'Kind::from(7)', "NAME_OF . ' kind'" => "'kind'"]);
check_row($program, [], ['copy']);
?>
--EXPECT--
no JIT, fresh: the same
function JIT, fresh: the same
tracing JIT, fresh: the same
no JIT, copy: the same
function JIT, copy: the same
tracing JIT, copy: the same
