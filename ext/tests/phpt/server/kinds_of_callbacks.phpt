--TEST--
Server: request callbacks of every kind, with parameters of every kind
--FILE--
<?php
require __DIR__ . '/../server.inc';
const CODE = <<<'PHP'
function named($request, $response) { $response->end(__FUNCTION__); }
function again($request, $response, $left = 1) { $left > 0 ? again($request, $response, $left - 1) : $response->end('twice'); }
final class App
{
    private int $count = 0;
    public function method($request, $response) { $response->end(__FUNCTION__ . ++$this->count); }
    public static function fixed($request, $response) { $response->end(static::class . '::' . __FUNCTION__); }
    public function __invoke($request, $response) { $response->end(__FUNCTION__); }
    public function __call($name, $given) { $given[1]->end("$name of __call"); }
    public static function __callStatic($name, $given) { $given[1]->end("$name of __callStatic"); }
}
class Listed
{
    public static function fixed($request, $response) { $response->end(static::class); }
}
final class Derived extends Listed {}
$app = new App;
$prefix = 'closure with ';
$kinds = [
    'closure' => function ($request, $response) use ($prefix) { static $calls = 0; $response->end($prefix . ++$calls); },
    'static closure' => static fn ($request, $response) => $response->end(json_encode(isset($this))),
    'name' => 'named',
    'method' => [$app, 'method'],
    'static method' => 'App::fixed',
    'late static' => [Derived::class, 'fixed'],
    'static method of an object' => [$app, 'fixed'],
    'object' => $app,
    'first class' => $app->method(...),
    'first class name' => named(...),
    'magic' => [$app, 'unknown'],
    'static magic' => ['App', 'unknown'],
    'by reference' => function (&$request, &$response) { $response->end(get_debug_type($request)); },
    'second by reference' => function ($request, &$response) { $response->end('second'); $response = null; },
    'variadic' => fn (...$all) => $all[1]->end((string) count($all)),
    'variadic by reference' => fn (&...$all) => $all[1]->end((string) count($all)),
    'no parameter' => function () { func_get_arg(1)->end((string) func_num_args()); },
    'one parameter' => function ($request) { func_get_arg(1)->end($request::class); },
    'defaults' => function ($request, $response, $third = 'third', ...$rest) { $response->end($third . count($rest)); },
    'types' => function (Swoole\Http\Request $request, object $response): bool { return $response->end('types'); },
    'generator' => function ($request, $response) { $response->end('never'); yield; },
    'returned value' => function ($request, $response) { $response->end('returned'); return [$request, $response, new ArrayObject]; },
    'exception' => function ($request, $response) { throw new LogicException('thrown'); },
    'wrong type' => function (int $request, $response) { $response->end('never'); },
    'wrong result' => function ($request, $response): int { $response->end('sent'); return 'no number'; },
    'recursion' => 'again',
];
set_error_handler(function ($level, $text) { print "$text\n"; return true; });
$server->on('request', $kinds[KIND]);
PHP;
foreach (array_keys(eval(preg_replace('/^\$server.*$|^set_error.*$/m', '', CODE) . 'return $kinds;')) as $kind) {
    $server = start_server('const KIND = ' . var_export($kind, true) . ';' . CODE, ['log_level' => 5]);
    echo str_pad("$kind:", 28), body($server->ask('/')), ', ', body($server->ask('/')), "\n";
    echo preg_replace(['/^[#\t].*\n|^Stack trace:\n|^\[.*\n/m', '/\{closure[^}]*\}/'], ['', '{closure}'], $server->stop());
}
?>
--EXPECT--
closure:                    closure with 1, closure with 2
static closure:             false, false
name:                       named, named
method:                     method1, method2
static method:              App::fixed, App::fixed
late static:                Derived, Derived
static method of an object: App::fixed, App::fixed
object:                     __invoke, __invoke
first class:                method1, method2
first class name:           named, named
magic:                      unknown of __call, unknown of __call
static magic:               unknown of __callStatic, unknown of __callStatic
by reference:               Swoole\Http\Request, Swoole\Http\Request
{closure}(): Argument #1 ($request) must be passed by reference, value given
{closure}(): Argument #2 ($response) must be passed by reference, value given
{closure}(): Argument #1 ($request) must be passed by reference, value given
{closure}(): Argument #2 ($response) must be passed by reference, value given
second by reference:        second, second
{closure}(): Argument #2 ($response) must be passed by reference, value given
{closure}(): Argument #2 ($response) must be passed by reference, value given
variadic:                   2, 2
variadic by reference:      2, 2
{closure}(): Argument #1 must be passed by reference, value given
{closure}(): Argument #2 must be passed by reference, value given
{closure}(): Argument #1 must be passed by reference, value given
{closure}(): Argument #2 must be passed by reference, value given
no parameter:               2, 2
one parameter:              Swoole\Http\Request, Swoole\Http\Request
defaults:                   third0, third0
types:                      types, types
generator:                  , 
returned value:             returned, returned
exception:                  Internal Server Error, Internal Server Error
wrong type:                 Internal Server Error, Internal Server Error
wrong result:               sent, sent
recursion:                  twice, twice
