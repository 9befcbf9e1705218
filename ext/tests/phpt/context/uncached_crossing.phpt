--TEST--
Contexts: objects cross whose classes opcache has not cached: of eval(), and cached ones with such a parent
--EXTENSIONS--
opcache
--FILE--
<?php
require __DIR__ . '/rows.inc';
$shared = __DIR__ . '/uncached_crossing.shared.inc';
file_put_contents($shared, <<<'PHP'
<?php
final class Own
{
    public static string $name = 'nobody';
}
function set_name(string $name): void
{
    Own::$name = $name;
}
function name_of(string $x): string
{
    return Own::$name . " $x";
}
PHP);
$own = __DIR__ . '/uncached_crossing.own.inc';
file_put_contents($own, <<<'PHP'
<?php
eval('
    function of_eval(string $x): string { return "own $x"; }
    class Evaluated {
        public function method(string $x): string { return name_of($x) . Own::$name; }
        public function closure(string $x): string {
            $closure = function (string $y): string { return (fn () => name_of($y))() . Own::$name; };
            return $closure($x) . (clone $closure)($x);
        }
        public static function stays(string $x): string { return strtoupper(name_of($x)); }
        public function ownFunction(string $x): string { return of_eval($x); }
    }
');
if (class_exists('Evaluated')) {
    class Late extends Evaluated
    {
        use Inherited;
    }
}
trait Inherited
{
    public function inherited(string $x): string
    {
        $closure = fn () => name_of($x);
        return $closure() . Own::$name;
    }
}
eval('class Inherits extends Late { public function method(string $x): string { return parent::method($x) . name_of($x); } }');
function make(string $class): array
{
    return [new $class()];
}
PHP);
$first = null;
foreach (MODES as $mode => $settings) {
    $found = run_php($settings, 'uncached_crossing.inc', $shared, $own);
    $first ??= $found;
    echo "$mode: ", $found === $first ? 'the same' : print_r($found, true), "\n";
}
print_r($first);
unlink($shared);
unlink($own);
?>
--EXPECT--
no JIT: the same
function JIT: the same
tracing JIT: the same
Array
(
    [Evaluated::method, origin] => ann xann
    [Evaluated::method, other] => bob xbob
    [Evaluated::method, origin, then] => ann xann
    [Evaluated::method, other, then] => bob xbob
    [Evaluated::closure, origin] => ann xannann xann
    [Evaluated::closure, other] => bob xbobbob xbob
    [Evaluated::closure, origin, then] => ann xannann xann
    [Evaluated::closure, other, then] => bob xbobbob xbob
    [Evaluated::stays, origin] => ANN X
    [Evaluated::stays, other] => BOB X
    [Evaluated::stays, origin, then] => ANN X
    [Evaluated::stays, other, then] => BOB X
    [Evaluated::ownFunction, origin] => own x
    [Evaluated::ownFunction, other] => Error: of_eval() of uncached_crossing.own.inc(2) : eval()'d code does not exist in the context: the file was not included there
    [Evaluated::ownFunction, origin, then] => own x
    [Evaluated::ownFunction, other, then] => Error: of_eval() of uncached_crossing.own.inc(2) : eval()'d code does not exist in the context: the file was not included there
    [Late::method, origin] => ann xann
    [Late::method, other] => bob xbob
    [Late::method, origin, then] => ann xann
    [Late::method, other, then] => bob xbob
    [Late::closure, origin] => ann xannann xann
    [Late::closure, other] => bob xbobbob xbob
    [Late::closure, origin, then] => ann xannann xann
    [Late::closure, other, then] => bob xbobbob xbob
    [Late::stays, origin] => ANN X
    [Late::stays, other] => BOB X
    [Late::stays, origin, then] => ANN X
    [Late::stays, other, then] => BOB X
    [Late::ownFunction, origin] => own x
    [Late::ownFunction, other] => Error: of_eval() of uncached_crossing.own.inc(2) : eval()'d code does not exist in the context: the file was not included there
    [Late::ownFunction, origin, then] => own x
    [Late::ownFunction, other, then] => Error: of_eval() of uncached_crossing.own.inc(2) : eval()'d code does not exist in the context: the file was not included there
    [Late::inherited, origin] => ann xann
    [Late::inherited, other] => bob xbob
    [Late::inherited, origin, then] => ann xann
    [Late::inherited, other, then] => bob xbob
    [Inherits::method, origin] => ann xannann x
    [Inherits::method, other] => bob xbobbob x
    [Inherits::method, origin, then] => ann xannann x
    [Inherits::method, other, then] => bob xbobbob x
    [Inherits::closure, origin] => ann xannann xann
    [Inherits::closure, other] => bob xbobbob xbob
    [Inherits::closure, origin, then] => ann xannann xann
    [Inherits::closure, other, then] => bob xbobbob xbob
    [Inherits::stays, origin] => ANN X
    [Inherits::stays, other] => BOB X
    [Inherits::stays, origin, then] => ANN X
    [Inherits::stays, other, then] => BOB X
    [Inherits::ownFunction, origin] => own x
    [Inherits::ownFunction, other] => Error: of_eval() of uncached_crossing.own.inc(2) : eval()'d code does not exist in the context: the file was not included there
    [Inherits::ownFunction, origin, then] => own x
    [Inherits::ownFunction, other, then] => Error: of_eval() of uncached_crossing.own.inc(2) : eval()'d code does not exist in the context: the file was not included there
    [Inherits::inherited, origin] => ann xann
    [Inherits::inherited, other] => bob xbob
    [Inherits::inherited, origin, then] => ann xann
    [Inherits::inherited, other, then] => bob xbob
    [after the end] => bob xbobbob x
)