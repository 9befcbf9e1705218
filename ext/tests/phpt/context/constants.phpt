--TEST--
Contexts: constants by define(), of classes, and enumerations
--EXTENSIONS--
opcache
--FILE--
<?php
require __DIR__ . '/rows.inc';
check_row(<<<'PHP'
<?php
enum Suit: string
{
    case Hearts = 'H';
    case Spades = 'S';
    const Wild = self::Spades;

    public static function remember(?self $one = null): ?self
    {
        static $last = null;
        return $last = $one ?? $last;
    }
}
class Limits
{
    const BASE = PHP_INT_SIZE * 10;
    const ALL = [self::BASE, Suit::Hearts, 'x' => Suit::Wild->value];
}
function program(string $name): array
{
    $seen = [is_resource(STDIN), is_resource(STDOUT), is_resource(STDERR)];
    define('NAME', $name);
    define('App\\NAMES', [$name, $name]);
    Suit::remember(Suit::from('H'));
    pause();
    $kept = Suit::tryFrom('S');
    pause();
    return [...$seen, NAME, constant('App\\NAMES'), defined('OTHER'), Suit::remember() === Suit::Hearts, $kept === Suit::Wild, Limits::ALL[1] === Suit::Hearts, Limits::ALL['x'],
        array_map(fn ($suit) => $suit->name, Suit::cases()), Limits::BASE];
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
