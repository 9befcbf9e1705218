--TEST--
What PHP keeps for a request and a program sets: what is each coroutine's own, and what the process shares
--FILE--
<?php
require __DIR__ . '/settings.inc';
try_settings(<<<'PHP'
function first_handler() { return false; }
function second_handler() { return false; }
$handler = function (string $set, string $restore) { return function () use ($set, $restore) { $now = $set(null); $restore(); return $now; }; };
// E_ALL is another number since PHP 8.4.
$level = fn ($value) => $value == E_ALL ? 'E_ALL' : $value;
// Without a text, PHP 8.3 and later warn. error_get_last() does not know what a handler has taken.
$next_token = function () {
    set_error_handler(fn () => true);
    $token = strtok(' ');
    restore_error_handler();
    return $token;
};
$own = [
    'ini_set' => [fn ($v) => ini_set('precision', $v), fn () => ini_get('precision'), '5', '7'],
    'error_reporting' => [error_reporting(...), fn () => array_map($level, [error_reporting(), ini_get('error_reporting')]), 1, 3],
    'set_include_path' => [set_include_path(...), get_include_path(...), '/first', '/second'],
    'date_default_timezone_set' => [date_default_timezone_set(...), date_default_timezone_get(...), 'Asia/Tokyo', 'Europe/Paris'],
    'setlocale' => [fn ($v) => setlocale(LC_CTYPE, $v), fn () => setlocale(LC_CTYPE, 0), 'C', 'C.UTF-8'],
    'libxml_use_internal_errors' => [libxml_use_internal_errors(...), fn () => libxml_use_internal_errors(), true, false],
    'set_error_handler' => [set_error_handler(...), $handler('set_error_handler', 'restore_error_handler'), 'first_handler', 'second_handler'],
    'set_exception_handler' => [set_exception_handler(...), $handler('set_exception_handler', 'restore_exception_handler'), 'first_handler', 'second_handler'],
    'http_response_code' => [http_response_code(...), fn () => http_response_code(), 201, 202],
    'json_last_error' => [json_decode(...), json_last_error(...), '{', '1'],
    'preg_last_error' => [fn ($v) => preg_match('/./u', $v), preg_last_error(...), "\xff", '1'],
    'strtok' => [fn ($v) => strtok("$v rest-$v", ' '), $next_token, 'first', 'second'],
    'mt_srand' => [mt_srand(...), fn () => mt_rand(1, 1000), 1, 2],
];
$shared = [
    'chdir' => [chdir(...), getcwd(...), '/usr', '/tmp'],
    'umask' => [umask(...), fn () => umask(), 1, 2],
    'putenv' => [fn ($v) => putenv("WHO=$v"), fn () => getenv('WHO'), 'first', 'second'],
    'memory_limit' => [fn ($v) => ini_set('memory_limit', $v), fn () => ini_get('memory_limit'), '200M', '300M'],
    'ignore_user_abort' => [ignore_user_abort(...), fn () => ignore_user_abort(), false, true],
    'gc_disable' => [fn ($v) => $v ? gc_enable() : gc_disable(), gc_enabled(...), true, false],
    'error_get_last' => [fn ($v) => @trigger_error($v), fn () => error_get_last()['message'] ?? null, 'first', 'second'],
    'stream_context_set_default' => [fn ($v) => stream_context_set_default(['http' => ['user_agent' => $v]]),
        fn () => stream_context_get_options(stream_context_get_default())['http']['user_agent'] ?? null, 'first', 'second'],
    'stream_wrapper_register' => [fn ($v) => in_array($v, stream_get_wrappers()) || stream_wrapper_register($v, 'stdClass'), fn () => array_values(array_intersect(['one', 'two'], stream_get_wrappers())), 'one', 'two'],
    'spl_autoload_register' => [fn ($v) => spl_autoload_register($v), spl_autoload_functions(...), 'first_handler', 'second_handler'],
    'register_shutdown_function' => [fn ($v) => register_shutdown_function(fn () => print("shutdown $v\n")), fn () => 'never called', 'first', 'second'],
    'globals' => [function ($v) { $GLOBALS['who'] = $_GET['who'] = $v; }, fn () => [$GLOBALS['who'] ?? null, $_GET['who'] ?? null], 'first', 'second'],
];
$rows = $own + $shared;
$server->on('workerStart', function () { ini_set('precision', '9'); setlocale(LC_CTYPE, 'C.UTF-8'); chdir('/'); umask(0); mt_srand(3); });
PHP, ['error_reporting' => E_ALL, 'include_path' => '.', 'date.timezone' => 'UTC']);
?>
--EXPECT--
ini_set: ["9","5","7","9"]
error_reporting: [["E_ALL","E_ALL"],[1,"1"],[3,"3"],["E_ALL","E_ALL"]]
set_include_path: [".","/first","/second","."]
date_default_timezone_set: ["UTC","Asia/Tokyo","Europe/Paris","UTC"]
setlocale: ["C.UTF-8","C","C.UTF-8","C.UTF-8"]
libxml_use_internal_errors: [false,true,false,false]
set_error_handler: [null,"first_handler","second_handler",null]
set_exception_handler: [null,"first_handler","second_handler",null]
http_response_code: [false,201,202,false]
json_last_error: [0,4,0,0]
preg_last_error: [0,4,0,0]
strtok: [false,"rest-first","rest-second",false]
mt_srand: [987,846,849,49]
chdir: ["/","/tmp","/tmp","/tmp"]
umask: [0,2,2,2]
putenv: [false,"second","second","second"]
memory_limit: ["128M","300M","300M","300M"]
ignore_user_abort: [0,1,1,1]
gc_disable: [true,false,false,false]
error_get_last: [null,"second","second","second"]
stream_context_set_default: [null,"second","second","second"]
stream_wrapper_register: [[],["one","two"],["one","two"],["one","two"]]
spl_autoload_register: [[],["first_handler","second_handler"],["first_handler","second_handler"],["first_handler","second_handler"]]
register_shutdown_function: ["never called","never called","never called","never called"]
globals: [[null,null],["second","second"],["second","second"],["second","second"]]
before, another request while one waits, a child of that one, a later request
"9", "9", "5", "9"
["E_ALL","E_ALL"], ["E_ALL","E_ALL"], [1,"1"], ["E_ALL","E_ALL"]
".", ".", "/first", "."
"UTC", "UTC", "Asia/Tokyo", "UTC"
"C.UTF-8", "C.UTF-8", "C", "C.UTF-8"
false, false, true, false
null, null, "first_handler", null
null, null, "first_handler", null
false, false, false, false
0, 0, 0, 0
0, 0, 0, 0
false, false, false, false
738, 668, 361, 281
"/tmp", "/usr", "/usr", "/usr"
2, 1, 1, 1
"second", "first", "first", "first"
"300M", "200M", "200M", "200M"
1, 0, 0, 0
false, true, true, true
"second", "first", "first", "first"
"second", "first", "first", "first"
["one","two"], ["one","two"], ["one","two"], ["one","two"]
["first_handler","second_handler"], ["first_handler","second_handler"], ["first_handler","second_handler"], ["first_handler","second_handler"]
"never called", "never called", "never called", "never called"
["second","second"], ["first","first"], ["first","first"], ["first","first"]
