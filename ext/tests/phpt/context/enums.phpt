--TEST--
Contexts: enumerations: identity, constants, methods with static variables, interfaces
--EXTENSIONS--
opcache
--FILE--
<?php
require __DIR__ . '/rows.inc';
check_row(<<<'PHP'
<?php
interface Named
{
    const PREFIX = 'named ';

    public function named(): string;
}
trait Counts
{
    public static function count(string $key): int
    {
        static $calls = 0;
        ++$calls;
        self::$calls[$key] = (self::$calls[$key] ?? 0) + 1;
        return $calls * 100 + self::$calls[$key];
    }
    private static array $calls = [];
}
enum Level: int implements Named
{
    case Low = 1;
    case High = self::BASE * 10;
    const BASE = 2;
    const Usual = self::High;
    const NAMES = [self::Low->name, self::High->name];

    public function named(): string
    {
        static $calls = [];
        $calls[] = $this->name;
        return self::PREFIX . implode(',', $calls) . Registry::$of[$this->name] ??= 'none';
    }

    public static function pick(string $name): self
    {
        static $picks = 0;
        return ++$picks % 2 ? self::from(strlen($name) - 2) : self::Usual;
    }
}
enum Plain
{
    case One;
    case Two;

    public static function last(?self $new = null): ?self
    {
        static $last = self::One;
        return $last = $new ?? $last;
    }
}
class Holder
{
    use Counts;

    public static Plain $plain = Plain::Two;

    public function __construct(public readonly Level $level = Level::Usual) {}
}
class Registry extends Holder
{
    public static array $of = ['Low' => 'low', 'High' => 'high'];
    public static ?Level $current = Level::Low;
}
$early = [Plain::One, Level::tryFrom(20), new Holder()];
function level_of(Level $level): string
{
    return match ($level) {
        Level::Low => 'l',
        Level::High => 'h',
    };
}
function program(string $name): array
{
    global $early;
    $seen = [];
    for ($i = 0; $i < 4; ++$i) {
        Registry::$current = Level::pick($name);
        Registry::$of['Low'] = "$name $i";
        pause();
        $seen[] = [Registry::$current->name, Registry::$current->named(), level_of(Registry::$current), level_of(Level::Low), Holder::count($name),
            Plain::last() === Plain::One, Plain::last(Plain::Two)->name, Plain::last(Plain::One)->name, Holder::$plain === Plain::Two];
        pause();
        $seen[] = [$early[0] === Plain::One, $early[1] === Level::High, $early[2]->level === Level::Usual, (new Holder())->level === $early[1]];
        $map = new WeakMap();
        $map[Level::Low] = $name;
        pause();
        $seen[] = [$map[Level::from(1)], unserialize(serialize(Level::High)) === Level::Usual, Level::cases() === [Level::Low, Level::High],
            Level::tryFrom(3), Level::NAMES, constant('Level::High') === Level::Usual, (new ReflectionEnum('Plain'))->getCase('Two')->getValue() === Plain::Two,
            Plain::One instanceof UnitEnum, array_map(fn (Plain $one) => $one->name, Plain::cases()), var_export(Plain::One, true)];
    }
    try {
        Level::from(99);
    } catch (ValueError $error) {
        $seen[] = $error->getMessage();
    }
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
