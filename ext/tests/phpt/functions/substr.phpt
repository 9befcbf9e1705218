--TEST--
swoole_substr_unserialize, swoole_substr_json_decode
--FILE--
<?php
$text = '<<' . serialize(['a' => 1, 'b' => new ArrayObject([2])]) . '>>';
var_dump(swoole_substr_unserialize($text, 2, strlen($text) - 4)['a']);
var_dump(swoole_substr_unserialize($text, 2, strlen($text) - 4, options: ['allowed_classes' => false])['b']::class);
var_dump(swoole_substr_unserialize('i:5;', -4), swoole_substr_unserialize('i:12345;', 0, 999), @swoole_substr_unserialize('xi:5;', 0));

$text = '--{"a":{"b":[1,2]}}--';
var_dump(swoole_substr_json_decode($text, 2, strlen($text) - 4)->a->b[1]);
var_dump(swoole_substr_json_decode($text, 2, strlen($text) - 4, true)['a']['b'][0]);
var_dump(swoole_substr_json_decode($text, 2), json_last_error() === JSON_ERROR_SYNTAX);
var_dump(swoole_substr_json_decode('x12', 1), json_last_error());
var_dump(swoole_substr_json_decode('12345678901234567890', 0, flags: JSON_BIGINT_AS_STRING));
$wrong = [
    fn () => swoole_substr_json_decode('{', 0, flags: JSON_THROW_ON_ERROR),
    fn () => swoole_substr_json_decode('[[1]]', 0, depth: 0),
    fn () => swoole_substr_json_decode('[]', 2),
    fn () => swoole_substr_json_decode('', 0),
    fn () => swoole_substr_unserialize('i:1;', -5),
];
foreach ($wrong as $call) {
    try { var_dump($call()); } catch (Throwable $error) { echo $error::class, ': ', $error->getMessage(), "\n"; }
}
?>
--EXPECTF--
int(1)
string(22) "__PHP_Incomplete_Class"
int(5)
int(12345)
bool(false)
int(2)
int(1)
NULL
bool(true)
int(12)
int(0)
string(20) "12345678901234567890"
JsonException: Syntax error%S
ValueError: swoole_substr_json_decode(): Argument #5 ($depth) must be between 1 and 2147483647

Warning: swoole_substr_json_decode(): Argument #2 ($offset) must be within the 2 bytes of argument #1 ($str) in %s on line %d
bool(false)

Warning: swoole_substr_json_decode(): Argument #2 ($offset) must be within the 0 bytes of argument #1 ($str) in %s on line %d
bool(false)

Warning: swoole_substr_unserialize(): Argument #2 ($offset) must be within the 4 bytes of argument #1 ($str) in %s on line %d
bool(false)
