--TEST--
Contexts: code that crosses to a context without the functions of its file, or with others of the same names
--EXTENSIONS--
opcache
--FILE--
<?php
require __DIR__ . '/rows.inc';
$functions = __DIR__ . '/missing_functions.functions.inc';
file_put_contents($functions, <<<'PHP'
<?php
function helper(string $x): string
{
    return inner($x);
}
function inner(string $x): string
{
    return "helped $x";
}
trait HelpsInTrait
{
    public function useIt(string $x): string
    {
        $closure = fn (string $y) => helper($y);
        return $closure($x);
    }
}
class Helps
{
    public function useIt(string $x): string
    {
        return helper($x);
    }

    public function __toString(): string
    {
        return helper('text');
    }
}
class HelpsToo extends Helps
{
}
class HelpsByTrait
{
    use HelpsInTrait;
}
class HelpsByClosure
{
    private string $own = 'own';

    public function useIt(string $x): string
    {
        $closure = function (string $y): string {
            return helper($y . $this->own);
        };
        return $closure($x) . $closure->bindTo(new self(), $this)('bound') . $closure->call($this, 'called');
    }
}
class HelpsByText extends Helps
{
    public function useIt(string $x): string
    {
        return strlen($x) . $this;
    }
}
function things(): array
{
    return [
        'closure' => fn (string $x) => helper($x),
        'closure within one' => fn (string $x) => (fn (string $y) => helper($y))($x),
        'callable' => (new Helps())->useIt(...),
        'callable of a function' => helper(...),
        'bound closure' => Closure::bind(fn (string $x) => helper($x), new Helps(), Helps::class),
        'closure that is not cached' => eval('return fn (string $x) => helper($x);'),
        'callable array' => [new Helps(), 'useIt'],
    ];
}
function objects(): array
{
    return [
        'method' => new Helps(),
        'inherited method' => new HelpsToo(),
        'method of a trait' => new HelpsByTrait(),
        'closure in a method' => new HelpsByClosure(),
        'text' => new HelpsByText(),
    ];
}
PHP);
$caller = __DIR__ . '/missing_functions.caller.inc';
file_put_contents($caller, <<<'PHP'
<?php
function call_it(callable $thing): string
{
    for ($i = 0; $i < 3; ++$i) {
        $seen = $thing('x');
    }
    return $seen;
}
function call_first(iterable $all): string
{
    foreach ($all as [$thing]) {
        return call_it($thing);
    }
}
function bind_it(Closure $closure): string
{
    return $closure->bindTo(null)('x');
}
function bind_first(iterable $all): string
{
    foreach ($all as [$closure]) {
        return bind_it($closure);
    }
}
function use_it(object $object): string
{
    for ($i = 0; $i < 3; ++$i) {
        $seen = $object->useIt('x');
    }
    return $seen;
}
function use_first(iterable $all): string
{
    foreach ($all as [$object]) {
        return use_it($object);
    }
}
PHP);
$others = __DIR__ . '/missing_functions.others.inc';
$variables = implode('', array_map(fn (int $i) => "\$v$i = [\$x, $i]; ", range(1, 300)));
file_put_contents($others, "<?php\nfunction helper(\$x): array\n{\n    {$variables}return [\$v300, get_defined_vars()];\n}\n");
foreach (MODES as $mode => $settings) {
    $found = run_php($settings, 'missing_functions.inc', $functions, $caller, $others);
    echo "$mode: ", is_array($found) ? json_encode($found, JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES) : $found, "\n";
}
array_map(unlink(...), [$functions, $caller, $others]);
?>
--EXPECT--
no JIT: {
    "copy: \"helped x\"": 31,
    "copy: \"helped xownhelped boundownhelped calledown\"": 3,
    "copy: \"1helped text\"": 3,
    "copy: [\"X\"]": 1,
    "copy: [\"x\"]": 1,
    "copy: true": 1,
    "fresh: Error: helper() of missing_functions.functions.inc does not exist in the context: the file was not included there": 30,
    "fresh: Error: inner() of missing_functions.functions.inc does not exist in the context: the file was not included there": 4,
    "fresh: Error: helper() of missing_functions.functions.inc(64) : eval()'d code does not exist in the context: the file was not included there": 3,
    "fresh: [\"X\"]": 1,
    "fresh: [\"x\"]": 1,
    "fresh: true": 1,
    "others: Error: helper() of missing_functions.functions.inc does not exist in the context: the file was not included there": 30,
    "others: Error: inner() of missing_functions.functions.inc does not exist in the context: the file was not included there": 4,
    "others: Error: helper() of missing_functions.functions.inc(64) : eval()'d code does not exist in the context: the file was not included there": 3,
    "others: [\"X\"]": 1,
    "others: [\"x\"]": 1,
    "others: true": 1
}
function JIT: {
    "copy: \"helped x\"": 31,
    "copy: \"helped xownhelped boundownhelped calledown\"": 3,
    "copy: \"1helped text\"": 3,
    "copy: [\"X\"]": 1,
    "copy: [\"x\"]": 1,
    "copy: true": 1,
    "fresh: Error: helper() of missing_functions.functions.inc does not exist in the context: the file was not included there": 30,
    "fresh: Error: inner() of missing_functions.functions.inc does not exist in the context: the file was not included there": 4,
    "fresh: Error: helper() of missing_functions.functions.inc(64) : eval()'d code does not exist in the context: the file was not included there": 3,
    "fresh: [\"X\"]": 1,
    "fresh: [\"x\"]": 1,
    "fresh: true": 1,
    "others: Error: helper() of missing_functions.functions.inc does not exist in the context: the file was not included there": 30,
    "others: Error: inner() of missing_functions.functions.inc does not exist in the context: the file was not included there": 4,
    "others: Error: helper() of missing_functions.functions.inc(64) : eval()'d code does not exist in the context: the file was not included there": 3,
    "others: [\"X\"]": 1,
    "others: [\"x\"]": 1,
    "others: true": 1
}
tracing JIT: {
    "copy: \"helped x\"": 31,
    "copy: \"helped xownhelped boundownhelped calledown\"": 3,
    "copy: \"1helped text\"": 3,
    "copy: [\"X\"]": 1,
    "copy: [\"x\"]": 1,
    "copy: true": 1,
    "fresh: Error: helper() of missing_functions.functions.inc does not exist in the context: the file was not included there": 30,
    "fresh: Error: inner() of missing_functions.functions.inc does not exist in the context: the file was not included there": 4,
    "fresh: Error: helper() of missing_functions.functions.inc(64) : eval()'d code does not exist in the context: the file was not included there": 3,
    "fresh: [\"X\"]": 1,
    "fresh: [\"x\"]": 1,
    "fresh: true": 1,
    "others: Error: helper() of missing_functions.functions.inc does not exist in the context: the file was not included there": 30,
    "others: Error: inner() of missing_functions.functions.inc does not exist in the context: the file was not included there": 4,
    "others: Error: helper() of missing_functions.functions.inc(64) : eval()'d code does not exist in the context: the file was not included there": 3,
    "others: [\"X\"]": 1,
    "others: [\"x\"]": 1,
    "others: true": 1
}
