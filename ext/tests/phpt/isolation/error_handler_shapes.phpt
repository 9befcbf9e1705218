--TEST--
While an error handler waits, the errors of other coroutines reach it, whatever kind of callable it is
--FILE--
<?php
ini_set('html_errors', 0);
$calls = 0;
function note(): bool {
    global $calls, $seen;
    $seen[] = Co::getCid();
    if (++$calls === 1) Co::yield();
    return true;
}
class Handler {
    public function two($code, $text) { return note(); }
    public static function three($code, $text, $file) { return note(); }
    public function __invoke() { return note(); }
    public function __call($name, $arguments) { return note(); }
}
$five = function ($code, $text, $file, $line, $more = 1) { return note(); };
$handlers = [
    'no parameter' => fn () => note(),
    'one' => fn ($code) => note(),
    'two' => fn ($code, $text) => note(),
    'three' => fn ($code, $text, $file) => note(),
    'four' => fn ($code, $text, $file, $line) => note(),
    'five' => $five,
    'variadic' => fn (...$all) => note(),
    'by name' => 'note',
    'method' => [new Handler, 'two'],
    'static method' => 'Handler::three',
    'object' => new Handler,
    '__call' => [new Handler, 'anything'],
    'first class' => note(...),
    'internal function' => [new ReflectionFunction($five), 'invoke'],
];
foreach ($handlers as $name => $handler) {
    [$calls, $seen] = [0, []];
    set_error_handler($handler);
    Co\run(function () {
        $waiting = go(function () { trigger_error('first', E_USER_NOTICE); trigger_error('after', E_USER_NOTICE); });
        trigger_error('second', E_USER_NOTICE);
        trigger_error('third', E_USER_NOTICE);
        Co::resume($waiting);
    });
    $same = set_error_handler(null) == $handler;
    $own = $seen[0];
    echo str_pad($name, 20), json_encode(array_map(fn ($id) => $id === $own ? 'waits' : 'other', $seen)), $same ? '' : ' another handler', "\n";
    restore_error_handler();
    restore_error_handler();
}

echo "nested: each waits\n";
set_error_handler(function ($code, $text) { echo "begin $text\n"; Co::yield(); echo "end $text\n"; });
Co\run(function () {
    foreach (['one', 'two', 'three'] as $name) $ids[] = go(fn () => trigger_error($name, E_USER_NOTICE));
    foreach ([1, 0, 2] as $i) Co::resume($ids[$i]);
    go(fn () => trigger_error('four', E_USER_NOTICE));
    Co::resume($ids[2] + 1);
});
restore_error_handler();

echo "restored while it waits: no handler is left\n";
set_error_handler(function ($code, $text) { echo "handler: $text\n"; if ($text === 'one') { Co::yield(); } return true; });
Co\run(function () {
    $waiting = go(function () { trigger_error('one', E_USER_NOTICE); trigger_error('two', E_USER_NOTICE); });
    restore_error_handler();
    trigger_error('three', E_USER_NOTICE);
    Co::resume($waiting);
    trigger_error('four', E_USER_NOTICE);
});
var_dump(set_error_handler(null));

echo "restored while it waits: another one is left\n";
set_error_handler(function ($code, $text) { echo "first: $text\n"; return true; });
set_error_handler(function ($code, $text) { echo "second: $text\n"; if ($text === 'one') { Co::yield(); } return true; });
Co\run(function () {
    $waiting = go(function () { trigger_error('one', E_USER_NOTICE); trigger_error('two', E_USER_NOTICE); });
    restore_error_handler();
    trigger_error('three', E_USER_NOTICE);
    Co::resume($waiting);
});
restore_error_handler();
var_dump(set_error_handler(null));

echo "a function that is called with the same arguments is none\n";
Co\run(function () {
    $waiting = go(fn () => array_map(function (int $code, string $text, string $file, int $line) { echo "called: $text\n"; Co::yield(); }, [1], ['mine'], ['file'], [2]));
    trigger_error('five', E_USER_NOTICE);
    Co::resume($waiting);
});

echo "an exception handler that waits\n";
$server = function () {};
set_exception_handler(function ($e) { echo 'exception: ', $e->getMessage(), "\n"; });
Co\run(function () {
    set_error_handler(function () { Co::yield(); throw new Exception('from a handler that waited'); });
    $waiting = go(function () { try { trigger_error('six', E_USER_NOTICE); } catch (Exception $e) { echo $e->getMessage(), "\n"; } });
    Co::resume($waiting);
    restore_error_handler();
});
?>
--EXPECTF--
no parameter        ["waits","other","other","waits"]
one                 ["waits","other","other","waits"]
two                 ["waits","other","other","waits"]
three               ["waits","other","other","waits"]
four                ["waits","other","other","waits"]
five                ["waits","other","other","waits"]
variadic            ["waits","other","other","waits"]
by name             ["waits","other","other","waits"]
method              ["waits","other","other","waits"]
static method       ["waits","other","other","waits"]
object              ["waits","other","other","waits"]
__call              ["waits","other","other","waits"]
first class         ["waits","other","other","waits"]
internal function   ["waits","other","other","waits"]
nested: each waits
begin one
begin two
begin three
end two
end one
end three
begin four
end four
restored while it waits: no handler is left
handler: one

Notice: three in %s on line 64

Notice: two in %s on line 62

Notice: four in %s on line 66
NULL
restored while it waits: another one is left
second: one
first: three
first: two
NULL
a function that is called with the same arguments is none
called: mine

Notice: five in %s on line 85
an exception handler that waits
from a handler that waited
